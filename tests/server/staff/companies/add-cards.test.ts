import { beforeEach, describe, expect, it } from 'vitest';
import { parseStaffList } from '#server/domains/checkout/kinds/company-seats/staff-list.service.ts';
import {
  addSeatsByStaff,
  offerSeats,
} from '#server/domains/checkout/kinds/company-seats/staff-seats.service.ts';
import { sweepPurchases } from '#server/domains/checkout/purchase/sweep-purchases.service.ts';
import { NO_AUTHOR } from '#server/platform/monitoring/audit.service.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { moveDatabaseClock } from '#tests/helpers/database/database-clock.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { makePromoCode } from '#tests/helpers/factories/catalog.ts';
import { testCheckout } from '#tests/helpers/purchases/checkout.ts';
import { makeCompany, makeWatchedCompany } from '#tests/helpers/purchases/company.ts';

const database = seededTestDb();
let now = new Date();
const checkout = testCheckout(database, { now: () => now });

const LIST = `First name,Last name,Phone,Email,Family plan,Family members
Ann,Smith,(555) 010-0142,ann@example.com,yes,Kim Smith
Bob,Lee,(555) 010-0143,,no,
`;
const FULL = 9_990 + 4_995;

beforeEach(async () => {
  now = await checkout().sandbox.control.now();
});

const createCompany = (overrides?: Parameters<typeof makeWatchedCompany>[2]) =>
  makeWatchedCompany(database.db, checkout(), overrides);
async function addList({ account }: { account: { id: string } }, list: string, keepsRepeated = false) {
  const { deps } = checkout();
  const { employees } = parseStaffList(list, keepsRepeated);
  return addSeatsByStaff(deps, await offerSeats(deps, account.id, employees, keepsRepeated), NO_AUTHOR);
}
const addCards = (company: { account: { id: string } }) => addList(company, LIST);

describe('[D31][D44] cards that staff add to a company', () => {
  it('are charged to the plan’s card, with the same emails and jobs as on the website', async () => {
    const company = await createCompany();
    await addCards(company);
    expect(await company.charged()).toEqual([FULL, 24_975]);
    expect(await company.cards()).toBe(7);
    const [purchase] = await company.purchases();
    expect(purchase).toMatchObject({ status: 'paid', attempt: 1, cardLast4: '4242' });
    const { jobs } = checkout();
    expect(jobs.of('sync-seats')).toContainEqual({ accountId: company.account.id });
    expect(jobs.of('invite-employees')).toContainEqual({ companyId: company.companyId });
    expect(jobs.of('mail')).toContainEqual(
      expect.objectContaining({
        mail: 'receipt',
        props: expect.objectContaining({
          purchaseNumber: purchase?.id,
          totalCents: FULL,
          paidWith: { brand: 'visa', last4: '4242' },
        }),
      }),
    );
    const { plan } = await company.caller.corporate.company();
    expect(plan?.payments[0]).toMatchObject({ description: 'Added cards' });
  });

  it('are charged once for the same list, even if it is submitted twice at the same time', async () => {
    const [company, other] = [await createCompany(), await createCompany()];
    await Promise.all([addCards(company), addCards(company)]);
    now = await checkout().sandbox.control.advance({ days: 3 });
    await addCards(company);
    expect(await company.charged()).toEqual([FULL, 24_975]);
    expect(await company.cards()).toBe(7);
    expect(await other.charged()).toEqual([24_975]);
  });

  it('[D41] are declined, and the same purchase continues with another card', async () => {
    const company = await createCompany();
    await company.changeCard('4000000000000341');
    await expect(addCards(company)).rejects.toThrow(/^The card was declined: .* Nothing was charged\.$/);
    expect(await company.cards()).toBe(5);
    await company.changeCard('4000056655665556');
    await addCards(company);
    expect(await company.purchases()).toMatchObject([{ status: 'paid', attempt: 2, cardLast4: '5556' }]);
    expect(await company.cards()).toBe(7);
  });

  it('are not charged if the bank requires a check by the absent cardholder', async () => {
    const company = await createCompany();
    await company.changeCard('4000002760003184');
    const mailCount = checkout().jobs.of('mail').length;
    await expect(addCards(company)).rejects.toThrow('confirm the payment. Nothing was charged');
    expect(await company.purchases()).toMatchObject([{ status: 'failed' }]);
    expect(await company.charged()).toEqual([24_975]);
    expect(await company.cards()).toBe(5);
    // No email may ask the owner to complete the payment: the purchase has failed, so its link would not
    // work.
    expect(checkout().jobs.of('mail')).toHaveLength(mailCount);
  });

  it('[D43] are completed by the sweeper if Stripe’s response is lost, and charged once', async () => {
    const company = await createCompany();
    await checkout().sandbox.control.fault({ kind: 'lose', times: 3, match: 'POST /v1/payment_intents' });
    await expect(addCards(company)).rejects.toThrow('Nothing is charged twice');
    expect(await company.cards()).toBe(5);
    await moveDatabaseClock(database.db, 60_000);
    await sweepPurchases(checkout().deps);
    expect(await company.cards()).toBe(7);
    await addCards(company);
    expect(await company.charged()).toEqual([FULL, 24_975]);
  });

  it('require a saved card and a paid plan', async () => {
    const freeCode = { percentOff: 100, isFree: true, plans: [{ planId: 5 }] };
    const { code: coupon } = await makePromoCode(database.db, freeCode);
    const freeCompany = await createCompany({ coupon, token: 'none', shownTotalCents: 0 });
    await expect(addCards(freeCompany)).rejects.toThrow('doesn’t have a saved card');
    await expect(addCards(await makeCompany(database.db, checkout()))).rejects.toThrow('is unpaid');
    const account = await makeAccount(database.db);
    await expect(addCards({ account })).rejects.toThrow('doesn’t have a company');
  });
});

describe('people who are listed twice', () => {
  it('get one card', async () => {
    const company = await createCompany();
    const list = `${LIST}Ann,Smith,(555) 010-0142,ANN@example.com,no,\n`;
    const { notes } = parseStaffList(list);
    expect(notes[0]).toBe('Row 4, Ann Smith, is about the same person as row 2. We kept one.');
    await addList(company, list);
    expect(await company.cards()).toBe(7);
  });

  it('aren’t charged again in a corrected list', async () => {
    const company = await createCompany();
    await addCards(company);
    await expect(addList(company, `${LIST}Eve,Park,(555) 010-0144,,no,\n`)).rejects.toThrow(
      'Ann Smith, Bob Lee already have cards on this plan. Nothing was charged.',
    );
    expect(await company.cards()).toBe(7);
    expect(await company.charged()).toEqual([FULL, 24_975]);
  });

  it('[D73] get a card each if staff keep both', async () => {
    const company = await createCompany();
    await addCards(company);
    const [, annRow = ''] = LIST.split('\n');
    await addList(company, `${LIST}${annRow}\n`, true);
    expect(await company.cards()).toBe(10);
  });
});

describe('[S5 corporate] a list of employees', () => {
  it('is refused with every error by row, like the website’s upload', () => {
    expect(() => parseStaffList(`${LIST}Eve,,(555) 010-0144,nonsense,maybe,\n`)).toThrow(
      [
        'No cards were added: one row needs a correction.',
        '  Row 4, Eve: Family plan: Please enter yes or no; Last name: Required Field; Email: Invalid Email',
      ].join('\n'),
    );
    expect(() => parseStaffList('First name,Last name,Phone\n')).toThrow('This list is empty.');
  });
});
