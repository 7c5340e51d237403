import { beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '#db/client.ts';
import {
  adjustCommissions,
  recordCommissions,
} from '#server/domains/affiliates/commissions/commission.service.ts';
import { sendSaleDigest } from '#server/domains/affiliates/commissions/commission-mail.service.ts';
import { payMonth, sendHoldNotices } from '#server/domains/affiliates/commissions/payout.service.ts';
import { testApp } from '#tests/helpers/app.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { makeAccount, type TestAccount } from '#tests/helpers/factories/account.ts';
import { makeCommission } from '#tests/helpers/factories/commission.ts';
import { makePayoutAccount } from '#tests/helpers/factories/payout-account.ts';
import { makePurchase } from '#tests/helpers/factories/purchase.ts';
import { makePayment } from '#tests/helpers/factories/subscription.ts';
import { makeW9 } from '#tests/helpers/factories/tax-form.ts';
import { listMails } from '#tests/helpers/purchases/mails.ts';

const database = seededTestDb();
const NOON = new Date('2026-11-29T19:00:00Z');
let now = NOON;
const server = testApp(database, { now: () => now });

let affiliate: TestAccount;
let buyers = 0;
beforeEach(async () => {
  now = NOON;
  affiliate = await makeAccount(database.db, { accountType: 3, firstname: 'Zoë' });
});

async function sell({ referrerId = affiliate.id, paidAt = now, netCents = 4_995 } = {}) {
  const email = `buyer-${buyers++}@example.com`;
  const purchase = await makePurchase(database.db, { referrerId, email });
  const payment = await makePayment(database.db, { purchaseId: purchase.id, paidAt });
  await inTransaction(database.db, (trx) =>
    recordCommissions(server.deps, trx, { purchase, payment: { ...payment, netCents } }),
  );
  return payment.id;
}

const mailsTo = ({ email } = affiliate) => listMails(server.jobs, email);
const digestOf = (day: string) => sendSaleDigest(server.deps, { affiliateId: affiliate.id, day });
const take = (...payments: Parameters<typeof adjustCommissions>[2]) =>
  inTransaction(database.db, (trx) => adjustCommissions(server.deps, trx, payments));

describe('[D67] an affiliate', () => {
  test('gets an email for each of the first five sales, even if they are made at once', async () => {
    await Promise.all(Array.from({ length: 8 }, () => sell()));
    expect(mailsTo()).toHaveLength(5);
    expect(mailsTo()[0]).toMatchObject({
      mail: 'sale-made',
      props: { firstname: 'Zoë', description: 'Individual Membership', rate: '20%', amountCents: 999 },
    });
    const jobs = server.jobs.of('sale-digest').filter((job) => Object(job).affiliateId === affiliate.id);
    expect(jobs).toEqual([{ affiliateId: affiliate.id, day: '2026-11-29' }]);
  });

  test('gets one email for the other sales of a day in Denver, however often its job runs', async () => {
    for (let i = 0; i < 5; i++) await sell();
    for (const time of ['2026-11-30T06:59:59Z', '2026-11-30T07:00:00Z', '2026-12-01T06:59:59Z']) {
      now = new Date(time);
      await sell();
    }
    await digestOf('2026-11-28');
    for (let i = 0; i < 2; i++) {
      await digestOf('2026-11-29');
      await digestOf('2026-11-30');
    }
    expect(mailsTo().slice(5)).toMatchObject([
      { mail: 'sale-digest', props: { day: '2026-11-29', count: 1, amountCents: 999 } },
      {
        mail: 'sale-digest',
        props: {
          day: '2026-11-30',
          count: 2,
          sales: [{ description: 'Individual Membership', count: 2, amountCents: 1_998 }],
        },
      },
    ]);
  });

  test('gets none for a sale that earns nothing, or that was paid long ago', async () => {
    await sell({ netCents: 0 });
    await sell({ paidAt: new Date('2026-10-01T12:00:00Z') });
    expect(mailsTo()).toEqual([]);
    expect(JSON.stringify(server.jobs.of('sale-digest'))).not.toContain(affiliate.id);
  });

  test('who recruited the seller gets an email too', async () => {
    const seller = await makeAccount(database.db, { accountType: 1, referredBy: affiliate.id });
    await sell({ referrerId: seller.id });
    expect(mailsTo(seller)).toMatchObject([{ props: { amountCents: 999 } }]);
    expect(mailsTo()).toMatchObject([{ props: { amountCents: 250, rate: '5% of your downline' } }]);
  });

  test('gets one email with the reasons for all that one transaction takes back', async () => {
    const [first, second] = [await sell(), await sell()];
    await take({ id: first, refundedCents: 4_995 }, { id: second, refundedCents: 2_000, isDisputed: true });
    await take({ id: first, refundedCents: 4_995 });
    await take({ id: first, refundedCents: 0 });
    expect(mailsTo().slice(2)).toMatchObject([
      {
        mail: 'commission-adjusted',
        props: {
          lines: expect.toSatisfy((lines: Array<{ reason: string }>) =>
            ['Taken back: the payment was refunded', 'Taken back: part of the payment was disputed'].every(
              (reason) => lines.some((line) => line.reason === reason),
            ),
          ),
        },
      },
      { props: { lines: [{ amountCents: 999, reason: 'Restored: the payment came back' }] } },
    ]);
    expect(mailsTo()).toHaveLength(4);
  });

  test('hears once a month of money that waits, even if nobody is paid', async () => {
    const earn = (payableAt: string) =>
      makeCommission(database.db, { affiliateId: affiliate.id, payableAt: new Date(payableAt) });
    await earn('2026-11-30T12:00:00Z');
    await sendHoldNotices(server.deps);
    expect(mailsTo()).toEqual([]);
    now = new Date('2026-11-30T12:00:01Z');
    await Promise.all([sendHoldNotices(server.deps), sendHoldNotices(server.deps)]);
    expect(mailsTo()).toMatchObject([
      { mail: 'payout-held', props: { amountCents: 999, missing: 'tax-form' } },
    ]);
    await earn('2026-12-20T12:00:00Z');
    await makeW9(database.db, server.deps.cipher, { accountId: affiliate.id });
    now = new Date('2026-12-31T12:00:00Z');
    for (let i = 0; i < 2; i++) await sendHoldNotices(server.deps);
    expect(mailsTo().slice(1)).toMatchObject([{ props: { amountCents: 1_998, missing: 'bank-account' } }]);
    await makePayoutAccount(database.db, server.deps.cipher, { accountId: affiliate.id });
    now = new Date('2027-01-02T12:00:00Z');
    await sendHoldNotices(server.deps);
    await payMonth(server.deps, '2026-12');
    expect(mailsTo().slice(2)).toMatchObject([{ mail: 'payout-sent', props: { amountCents: 1_998 } }]);
  });
});
