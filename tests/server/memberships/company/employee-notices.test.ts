import { beforeEach, describe, expect, it } from 'vitest';
import { createJobHandlers } from '#server/app/startup/job-handlers.ts';
import { syncCharge } from '#server/domains/checkout/purchase/sync/sync-charge.service.ts';
import { syncSubscription } from '#server/domains/checkout/purchase/sync/sync-subscription.service.ts';
import { newId } from '#server/lib/ids.ts';
import { formatCompanyName } from '#server/platform/mails/mail-content.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { testCheckout } from '#tests/helpers/purchases/checkout.ts';
import { employee, makeWatchedCompany } from '#tests/helpers/purchases/company.ts';
import { listMails } from '#tests/helpers/purchases/mails.ts';

const database = seededTestDb();
let now = new Date();
const checkout = testCheckout(database, { now: () => now });

beforeEach(async () => {
  now = await checkout().sandbox.control.now();
});

/** Creates a company with six employees. One has claimed the card, and one has no email address. */
async function makeTeam() {
  const addresses = [0, 1, 2, 3, 4].map((n) => `${n}.${newId()}@team.example`);
  const employees = [...addresses.map((email, n) => employee(n, { email })), employee(5)];
  const company = await makeWatchedCompany(database.db, checkout(), { employees });
  const { cards } = await company.caller.corporate.cards({});
  const holder = await makeAccount(database.db);
  await database.db
    .updateTable('memberships')
    .set({ accountId: holder.id })
    .where('id', '=', cards[0]?.id ?? '')
    .execute();
  const providerId = String((await checkout().findPurchase(company.purchaseId)).providerSubscriptionId);
  return {
    ...company,
    cards,
    readers: [holder.email, ...addresses.slice(1)],
    sync: () => syncSubscription(checkout().deps, providerId),
    /** Runs the jobs, twice as after a crash, and lists what each reader was told. */
    readChanges: async () => {
      const handlers = createJobHandlers(checkout().deps);
      for (const job of [
        ...checkout().jobs.of('notify-employees'),
        ...checkout().jobs.of('notify-employees'),
      ])
        await handlers['notify-employees'](JSON.parse(JSON.stringify(job)), newId());
      return [holder.email, ...addresses].map((email) =>
        listMails(checkout().jobs, email)
          .filter(({ mail }) => mail === 'employee-card-change')
          .map(({ props }) => props.change),
      );
    },
  };
}

const each = (...changes: string[]) => [changes, [], changes, changes, changes, changes];

describe('[D67] the employees of a company', () => {
  it('hear once that it canceled its plan, and nothing more when the year is over', async () => {
    const team = await makeTeam();
    await team.caller.corporate.cancel();
    await team.sync();
    await team.sync();
    expect(await team.readChanges()).toEqual(each('canceled'));
    const [cancellation] = listMails(checkout().jobs, team.email).slice(-1);
    expect(cancellation).toMatchObject({ mail: 'membership-cancelled', props: { isCompany: true } });
    now = await checkout().sandbox.control.advance({ months: 12 });
    await team.sync();
    expect(await team.readChanges()).toEqual(each('canceled'));
  });

  it('hear that it keeps the plan after all', async () => {
    const team = await makeTeam();
    await team.caller.corporate.cancel();
    await team.sync();
    const [plan] = await team.caller.memberships.mine();
    await team.caller.memberships.resume({ number: plan?.number ?? '' });
    await team.sync();
    expect(await team.readChanges()).toEqual(each('canceled', 'kept'));
  });

  it('hear once that their cards ended because of a lost dispute, except about a card that was removed', async () => {
    const team = await makeTeam();
    await team.caller.corporate.removeCard({ membershipId: team.cards[4]?.id ?? '' });
    const [charge] = await checkout().listCharges(team.purchaseId);
    const { control } = checkout().sandbox;
    await control.closeDispute(await control.dispute(String(charge?.id)), 'lost');
    await syncCharge(checkout().deps, String(charge?.id));
    await team.sync();
    const changes = await team.readChanges();
    expect(changes).toEqual([['ended'], [], ['ended'], ['ended'], ['ended'], ['removed']]);
  });

  it('hear that the money for their added cards was returned', async () => {
    const team = await makeTeam();
    const email = `added.${newId()}@team.example`;
    const { purchaseId } = await team.caller.corporate.addSeats({
      employees: [employee(9, { email })],
      token: 'tok_visa',
      idempotencyKey: newId(),
    });
    const [charge] = await checkout().listCharges(purchaseId);
    await checkout().deps.stripe.refunds.create({ charge: String(charge?.id) });
    await syncCharge(checkout().deps, String(charge?.id));
    await syncCharge(checkout().deps, String(charge?.id));
    const mails = listMails(checkout().jobs, email).filter(({ mail }) => mail === 'employee-card-change');
    expect(mails).toMatchObject([{ props: { change: 'ended' } }]);
  });
});

describe('a company’s name in an email', () => {
  it.each([
    ['Nguyen Logistics', 'Nguyen Logistics'],
    ['St. John & Co.', 'St. John & Co.'],
    ['Crane.com', 'Crane.\u200Bcom'],
    ['Park/Sons @ 5th', 'Park/\u200BSons @ 5th'],
    ['a'.repeat(90), `${'a'.repeat(80)}…`],
    ['Win at https://evil.example', null],
    ['www.evil.example', null],
  ])('%s can’t become a link', (name, expected) => {
    expect(formatCompanyName(name)).toBe(expected);
  });
});
