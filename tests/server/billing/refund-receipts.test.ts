import { describe, expect, it } from 'vitest';
import { syncCharge } from '#server/domains/checkout/purchase/sync/sync-charge.service.ts';
import { sortAmounts, summarize, testReceipts } from '#tests/helpers/purchases/receipt-list.ts';

const { checkout, advance, buyAsMember, readReceipts, readPage, readLedgerAmounts, findCharge, refund } =
  testReceipts();

describe('[D55] refunds and disputes', () => {
  it('lists a partial and the remaining refund, each with a page and a PDF', async () => {
    const { account, purchaseId } = await buyAsMember();
    const charge = await findCharge(purchaseId);
    await refund(charge, 1000);
    expect(summarize(await readReceipts(account))).toEqual([
      ['refund', 'Individual Membership, Physical Card', -1000, 0],
      ['payment', 'Individual Membership, Physical Card', 5995, 1000],
    ]);
    await advance({ days: 1 });
    await refund(charge);
    const receipts = await readReceipts(account);
    expect(summarize(receipts)).toEqual([
      ['refund', 'Individual Membership, Physical Card', -4995, 0],
      ['refund', 'Individual Membership, Physical Card', -1000, 0],
      ['payment', 'Individual Membership, Physical Card', 5995, 5995],
    ]);
    expect(sortAmounts(receipts)).toEqual(await readLedgerAmounts(account));
    const [last] = receipts;
    const { words } = await readPage(account, last);
    expect(words).toContain(`Receipt number ${last?.receiptNumber}`);
    expect(words).toContain('Refund receipt');
    expect(words).toContain('Total refunded $49.95 Refunded to Visa ending in 4242');
    expect(words).not.toMatch(/renews|cancel any time/i);
    const pdf = await (await checkout().visitor(account)).get(`/api/receipt?id=${last?.id}&format=pdf`);
    expect(pdf.headers['content-type']).toBe('application/pdf');
  });

  it('shows a renewal’s refund on the renewal’s receipt only', async () => {
    const { account, purchaseId, sync } = await buyAsMember();
    const firstCharge = await findCharge(purchaseId);
    await advance({ months: 1 });
    await sync();
    const charge = (await checkout().listCharges(purchaseId)).find(({ id }) => id !== firstCharge);
    await refund(charge?.id ?? '', 500);
    const receipts = await readReceipts(account);
    expect(summarize(receipts)).toEqual([
      ['refund', 'Individual Membership', -500, 0],
      ['payment', 'Individual Membership', 4995, 500],
      ['payment', 'Individual Membership, Physical Card', 5995, 0],
    ]);
    const [, renewal, first] = receipts;
    expect((await readPage(account, renewal)).words).toContain('Refunded since $5.00');
    expect((await readPage(account, first)).words).not.toContain('Refunded');
  });

  it('lists a dispute, and that the payment stands once it was won', async () => {
    const { account, purchaseId } = await buyAsMember();
    const charge = await findCharge(purchaseId);
    const { control } = checkout().sandbox;
    const dispute = await control.dispute(charge);
    await syncCharge(checkout().deps, charge);
    const [, opened] = await readReceipts(account);
    expect(opened).toMatchObject({ type: 'payment', refundedCents: 0, disputedCents: 5995 });
    const { words } = await readPage(account, opened);
    expect(words).toContain('Disputed $59.95');
    expect(words).toContain('will decide who keeps it');
    expect(words).toContain('Your membership renews on');
    expect(words).not.toContain('Refunded');
    await advance({ days: 1 });
    await control.closeDispute(dispute, 'won');
    await syncCharge(checkout().deps, charge);
    const receipts = await readReceipts(account);
    expect(summarize(receipts).map(([type, , amount]) => [type, amount])).toEqual([
      ['dispute-reversal', 5995],
      ['dispute', -5995],
      ['payment', 5995],
    ]);
    expect((await readPage(account, receipts[0])).words).toContain('Total paid again $59.95');
    expect((await readPage(account, receipts[2])).words).not.toContain('isputed');
  });

  it('promises no renewal once the plan was canceled, refunded, or lost in a dispute', async () => {
    const canceled = await buyAsMember();
    const [membership] = await checkout().caller(canceled.account).memberships.mine();
    await checkout()
      .caller(canceled.account)
      .memberships.cancel({ number: membership?.number ?? '' });
    const refunded = await buyAsMember();
    await refund(await findCharge(refunded.purchaseId));
    const lost = await buyAsMember();
    const charge = await findCharge(lost.purchaseId);
    await checkout().sandbox.control.closeDispute(await checkout().sandbox.control.dispute(charge), 'lost');
    await syncCharge(checkout().deps, charge);
    const renewed = await buyAsMember();
    await advance({ months: 1 });
    await renewed.sync();
    const read = async ({ account }: typeof canceled) =>
      (
        await readPage(
          account,
          (await readReceipts(account)).findLast(({ type }) => type === 'payment'),
        )
      ).words;
    expect(await read(canceled)).toContain('Your membership ends on its own on');
    expect(await read(refunded)).toContain('Your membership ended on');
    expect(await read(lost)).toContain('Returned by your bank $59.95');
    for (const member of [canceled, refunded, lost, renewed]) {
      expect(await read(member)).not.toMatch(/renews on|until you cancel|How to cancel/);
    }
  });
});
