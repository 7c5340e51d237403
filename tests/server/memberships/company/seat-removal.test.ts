import { beforeEach, describe, expect, it } from 'vitest';
import { syncCharge } from '#server/domains/checkout/purchase/sync/sync-charge.service.ts';
import { syncSubscription } from '#server/domains/checkout/purchase/sync/sync-subscription.service.ts';
import { getReceipt } from '#server/domains/checkout/receipt/receipt.service.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { businessPlanPurchase, captureError } from '#tests/helpers/purchases/business-plan.ts';
import { testCheckout } from '#tests/helpers/purchases/checkout.ts';
import { employee, familyEmployee, makeCompanyWithCards } from '#tests/helpers/purchases/company.ts';
import { readRevenue } from '#tests/helpers/purchases/plan-change.ts';

const database = seededTestDb();
let now = new Date();
const checkout = testCheckout(database, { now: () => now });

beforeEach(async () => {
  now = await checkout().sandbox.control.now();
});

const EMPLOYEES = [
  ...[0, 1, 2, 3, 4].map((n) => employee(n, { email: `employee-${n}@removal.example` })),
  familyEmployee(5),
];

/** Creates a company with five personal cards and a family card. */
async function makeTeam(employees = EMPLOYEES) {
  const company = await makeCompanyWithCards(database.db, checkout(), { employees });
  const { corporate } = company.caller;
  const { providerSubscriptionId, providerCustomerId } = await checkout().findPurchase(company.purchaseId);
  const providerId = String(providerSubscriptionId);
  const { cards } = await corporate.cards({});
  const find = (n: number) => {
    const card = cards[n];
    if (!card) throw new Error(`There is no card ${n}`);
    return card;
  };
  return {
    ...company,
    corporate,
    customer: String(providerCustomerId),
    find,
    remove: (n: number) => corporate.removeCard({ membershipId: find(n).id }),
    keep: (n: number) => corporate.keepCard({ membershipId: find(n).id }),
    end: async (n: number) => (await corporate.cards({})).cards.find(({ id }) => id === find(n).id)?.endsAt,
    isValid: async (n: number) =>
      (
        await checkout()
          .caller(null)
          .verification.find({ number: find(n).number })
      )?.updatedStatus === 'active',
    quantities: async () =>
      (await checkout().deps.stripe.subscriptions.retrieve(providerId)).items.data.map(
        ({ quantity }) => quantity,
      ),
    sync: () => syncSubscription(checkout().deps, providerId),
    mails: (n: number) =>
      checkout()
        .jobs.of('mail')
        .map((job) => JSON.stringify(job))
        .filter((job) => job.includes('"employee-card-change"') && job.includes(find(n).number.slice(-4))),
  };
}

describe('removing an employee’s card', () => {
  it('ends that card with the paid year, and the renewal charges the others', async () => {
    const team = await makeTeam();
    await Promise.all([team.remove(1), team.remove(1)]);
    const { plan } = await team.corporate.company();
    expect(await team.end(1)).toEqual(plan?.periodEnd);
    expect(await team.quantities()).toEqual([4, 1]);
    expect(plan?.nextCharge?.amountCents).toBe(4 * 4995 + 9990);
    expect(await team.caller.billing.nextInvoices()).toMatchObject([{ totalCents: 4 * 4995 + 9990 }]);
    // Until the paid year ends, the card works like the others.
    expect(await team.corporate.company()).toMatchObject({
      counts: { personal: 5, family: 1 },
      planCount: 7,
    });
    expect(await team.isValid(1)).toBe(true);
    expect(team.mails(1)).toHaveLength(1);

    now = await checkout().sandbox.control.advance({ months: 12 });
    await team.sync();
    expect([await team.isValid(1), await team.isValid(2)]).toEqual([false, true]);
    const renewedCompany = await team.corporate.company();
    expect(renewedCompany).toMatchObject({ counts: { personal: 4, family: 1 }, planCount: 6 });
    expect(renewedCompany.plan?.payments[0]).toMatchObject({
      description: 'Renewal',
      amountCents: 4 * 4995 + 9990,
    });
    expect((await team.corporate.cards({})).count).toBe(5);
    const context = { deps: checkout().deps, account: team.account, existingGuestKey: null };
    const receiptId = renewedCompany.plan?.payments[0]?.receiptId ?? '';
    expect(await getReceipt(context, { id: receiptId, key: null })).toMatchObject({
      totalCents: 4 * 4995 + 9990,
      lines: [
        { description: 'Corporate Individual Card × 4', amountCents: 4 * 4995 },
        { description: 'Corporate Family Card', amountCents: 9990 },
      ],
      renewal: { amountCents: 4 * 4995 + 9990 },
    });
    expect(await readRevenue(database.db, team.account.id)).toEqual([
      [3, 5 * 4995 + 4 * 4995],
      [4, 2 * 9990],
    ]);
  });

  it('can be undone until then, and the employee gets an email about both', async () => {
    const team = await makeTeam();
    await team.remove(1);
    await Promise.all([team.keep(1), team.keep(1)]);
    expect([await team.end(1), await team.quantities()]).toEqual([null, [5, 1]]);
    expect(team.mails(1).map((mail) => /"change":"(\w+)"/.exec(mail)?.[1])).toEqual(['removed', 'kept']);
    now = await checkout().sandbox.control.advance({ months: 12 });
    await team.sync();
    expect(await team.isValid(1)).toBe(true);
    expect((await team.corporate.company()).counts).toEqual({ personal: 5, family: 1 });
  });

  it('notifies the account that claimed the card, whatever address the company entered', async () => {
    const team = await makeTeam();
    const holder = await makeAccount(database.db);
    await database.db
      .updateTable('memberships')
      .set({ accountId: holder.id })
      .where('id', '=', team.find(1).id)
      .execute();
    await team.remove(1);
    expect(team.mails(1)).toEqual([expect.stringContaining(`"to":"${holder.email}"`)]);
  });

  it('keeps the minimum of cards, which owners of a business plan need not have', async () => {
    const team = await makeTeam();
    // Seven cards: two personal ones can go, but then not the family card, which counts as two.
    await team.remove(0);
    const outcomes = await Promise.allSettled([team.remove(1), team.remove(5)]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const error = await captureError(team.remove(2));
    expect(error).toMatchObject({
      code: 'CORPORATE_MINIMUM',
      message: expect.stringMatching(/^Your plan needs at least 5 cards/),
    });
    expect(await team.end(2)).toBeNull();

    await team.caller.businessPlans.purchase(businessPlanPurchase());
    for (const n of [1, 2, 3, 5]) await team.remove(n);
    expect((await captureError(team.remove(4))).message).toBe(
      'This is your last card. To end it, cancel the plan.',
    );
  });

  it('is refused for another company’s card, without a company, and if the plan is canceled or about to renew', async () => {
    const team = await makeTeam();
    const other = await makeTeam();
    const membershipId = other.find(0).id;
    for (const call of [team.corporate.removeCard, team.corporate.keepCard]) {
      expect((await captureError(call({ membershipId }))).code).toBe('MEMBERSHIP_NOT_FOUND');
    }
    const stranger = checkout().caller(await makeAccount(database.db));
    expect((await captureError(stranger.corporate.removeCard({ membershipId }))).code).toBe(
      'COMPANY_NOT_FOUND',
    );

    const { plan } = await team.corporate.company();
    now = new Date((plan?.periodEnd.getTime() ?? 0) - 59 * 60_000);
    expect((await captureError(team.remove(0))).message).toMatch(/^Your plan is about to renew/);
    now = await checkout().sandbox.control.now();
    await team.corporate.cancel();
    expect((await captureError(team.remove(0))).message).toMatch(/^Your plan is canceled/);
    expect((await team.corporate.company()).plan?.canRemove).toBe(false);
  });

  it('[D55] can’t be undone after a refund of the card, and stays scheduled if the refund fails', async () => {
    const team = await makeTeam();
    const { purchaseId } = await team.corporate.addSeats({
      employees: [employee(9)],
      token: 'tok_visa',
      idempotencyKey: crypto.randomUUID(),
    });
    const addedCard = (await team.corporate.cards({})).cards.at(-1);
    await team.corporate.removeCard({ membershipId: addedCard?.id ?? '' });
    const [charge] = await checkout().listCharges(purchaseId);
    const refund = await checkout().deps.stripe.refunds.create({ charge: String(charge?.id) });
    await syncCharge(checkout().deps, String(charge?.id));
    const find = async () => (await team.corporate.cards({})).cards.find(({ id }) => id === addedCard?.id);
    expect(await find()).toBeUndefined();
    const keep = team.corporate.keepCard({ membershipId: addedCard?.id ?? '' });
    expect((await captureError(keep)).code).toBe('MEMBERSHIP_NOT_FOUND');
    await checkout().sandbox.control.failRefund(refund.id);
    await syncCharge(checkout().deps, String(charge?.id));
    const { plan } = await team.corporate.company();
    expect((await find())?.endsAt).toEqual(plan?.periodEnd);
  });
});

describe('giving a card to someone else', () => {
  it('ends the old card at once, notifies its holder, and invites the new employee', async () => {
    const team = await makeTeam();
    const { number } = await team.corporate.replace({
      membershipId: team.find(1).id,
      employee: employee(9, { email: 'nora@removal.example' }),
    });
    expect(await team.isValid(1)).toBe(false);
    expect(team.mails(1).map((mail) => /"change":"(\w+)"/.exec(mail)?.[1])).toEqual(['replaced']);
    expect(checkout().jobs.of('invite-employees').length).toBeGreaterThan(0);
    expect(await checkout().caller(null).verification.find({ number })).toMatchObject({
      updatedStatus: 'active',
    });
    expect((await team.corporate.company()).counts).toEqual({ personal: 5, family: 1 });
    expect(await team.quantities()).toEqual([5, 1]);
  });
});

describe('a company’s details', () => {
  const edit = (team: Awaited<ReturnType<typeof makeTeam>>, version: number, changes: object = {}) =>
    team.corporate.editDetails({
      name: 'Park & Sons',
      street1: '1600 Broadway',
      city: 'Denver',
      state: 'CO',
      zip: '80202',
      country: 'US',
      email: 'billing@removal.example',
      phone: '(303) 555-0123',
      version,
      ...changes,
    });

  it('are on the company’s page, its own plan, and its later receipts', async () => {
    const team = await makeTeam();
    const before = await team.corporate.company();
    await edit(team, before.company?.version ?? 0, { poNumber: 'PO 4711' });
    expect((await team.corporate.company()).company).toMatchObject({
      name: 'Park & Sons',
      poNumber: 'PO 4711',
    });
    expect(await team.caller.memberships.mine()).toMatchObject([{ firstname: 'Park & Sons', lastname: '' }]);
    const { purchaseId } = await team.corporate.addSeats({
      employees: [employee(9)],
      token: 'tok_visa',
      idempotencyKey: crypto.randomUUID(),
    });
    const read = (id: string) =>
      getReceipt({ deps: checkout().deps, account: team.account, existingGuestKey: null }, { id, key: null });
    expect(await read(purchaseId)).toMatchObject({ buyer: { name: 'Park & Sons' }, poNumber: 'PO 4711' });
    const mail = checkout()
      .jobs.of('mail')
      .map((job) => JSON.stringify(job))
      .find((job) => job.includes(purchaseId));
    expect(mail).toContain('"poNumber":"PO 4711"');
    // Receipts of earlier payments stay as they were.
    expect(await read(team.purchaseId)).toMatchObject({
      buyer: { name: 'Nguyen Logistics' },
      poNumber: null,
    });
    now = await checkout().sandbox.control.advance({ months: 12 });
    await team.sync();
    const { plan } = await team.corporate.company();
    expect(await read(plan?.payments[0]?.receiptId ?? '')).toMatchObject({ poNumber: 'PO 4711' });
  });

  it('are refused if someone changed them in the meantime, or if they are invalid', async () => {
    const team = await makeTeam();
    const version = (await team.corporate.company()).company?.version ?? 0;
    const outcomes = await Promise.allSettled([edit(team, version), edit(team, version)]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await captureError(edit(team, version))).code).toBe('CHANGED_SINCE');
    const longNumberError = await captureError(edit(team, version + 1, { poNumber: 'x'.repeat(41) }));
    expect(Object.keys(longNumberError.fieldErrors ?? {})).toEqual(['poNumber']);
    const stranger = checkout().caller(await makeAccount(database.db));
    expect((await captureError(edit({ ...team, corporate: stranger.corporate }, 1))).code).toBe(
      'COMPANY_NOT_FOUND',
    );
  });
});
