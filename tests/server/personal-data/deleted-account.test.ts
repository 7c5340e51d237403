import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { inTransaction } from '#db/client.ts';
import { createJobHandlers } from '#server/app/startup/job-handlers.ts';
import { lockAccountForDeletion } from '#server/domains/personal-data/account-deletion.repository.ts';
import { eraseAccountData } from '#server/domains/personal-data/erasure.repository.ts';
import { TABLE_POLICIES } from '#server/domains/personal-data/table-policy.ts';
import { toAppError } from '#server/platform/trpc.ts';
import { seededTestDb, serverDescribe } from '#tests/helpers/database/database.ts';
import { makeAccount, type TestAccount } from '#tests/helpers/factories/account.ts';
import { makeMembership } from '#tests/helpers/factories/membership.ts';
import { makeOwnedBusiness } from '#tests/helpers/factories/owned-business.ts';
import { makeCardPurchase, type TestCheckout, testCheckout } from '#tests/helpers/purchases/checkout.ts';
import { makeCompanyForm } from '#tests/helpers/purchases/company.ts';
import { PASSWORD } from './full-account.ts';

const database = seededTestDb();
const checkout = testCheckout(database);
const NAME = { firstname: 'Zyxwyn', lastname: 'Zyxwyn' };
let account: TestAccount;
let customer: string;
let ledger: unknown[];

/** Requests of `owner`, whose session was read before the account was deleted. */
const LATE_REQUESTS: Array<[string, (app: TestCheckout, owner: TestAccount) => Promise<unknown>]> = [
  ['logs in', ({ deps }, owner) => deps.sessions.create(owner)],
  ['changes the name', (app, owner) => app.caller(owner).accounts.profile.changeName(NAME)],
  [
    'buys a card',
    (app, owner) => app.caller(owner).checkout.buyCard(makeCardPurchase({ ...NAME, email: owner.email })),
  ],
  ['registers a company', (app, owner) => app.caller(owner).corporate.register(makeCompanyForm())],
  [
    'starts a trial',
    (app, owner) =>
      app.caller(owner).businessPlans.startTrial({ businessname: 'Zyxwyn Bakery', type: 9, zip: '10118' }),
  ],
  [
    'claims a membership',
    async ({ deps }, { id }) => {
      const { id: membershipId } = await makeMembership(deps.db, { accountId: null });
      return deps.db
        .updateTable('memberships')
        .set({ accountId: id })
        .where('id', '=', membershipId)
        .execute();
    },
  ],
  [
    'renames the business',
    ({ deps }, { id }) =>
      deps.db.updateTable('businesses').set({ name: 'Zyxwyn Bakery' }).where('accountId', '=', id).execute(),
  ],
];

const readLedger = () => database.db.selectFrom('ledgerPostings').selectAll().orderBy('id').execute();

beforeAll(async () => {
  account = await makeAccount(database.db, { ...NAME, password: PASSWORD });
  await makeOwnedBusiness(database.db, { accountId: account.id, businessname: 'Bakery' });
  const { deps, caller } = checkout();
  const { purchaseId } = await caller(account).checkout.buyCard(
    makeCardPurchase({ ...NAME, email: account.email }),
  );
  const endedAt = new Date();
  await deps.db
    .updateTable('subscriptions')
    .set({ status: 'canceled', periodEnd: endedAt, canceledAt: endedAt, endedAt: endedAt })
    .where('purchaseId', '=', purchaseId)
    .execute();
  ledger = await readLedger();
  customer = String((await checkout().findPurchase(purchaseId)).providerCustomerId);
  await caller(account).personalData.deleteAccount({ currentPassword: PASSWORD });
});

/** Returns the message of the error that a request is refused with. Null if the request succeeds. */
const findRefusal = (request: Promise<unknown>) =>
  request.then(
    () => null,
    (thrown: unknown) => toAppError(thrown).message,
  );

test.each(LATE_REQUESTS)(
  'a request that began before its account was deleted is refused when it %s',
  async (_, send) => {
    expect(await findRefusal(send(checkout(), account))).toBe('Login to continue');
  },
);

serverDescribe('a request that waits for a deletion to commit', () => {
  test('is refused', async () => {
    const { db } = database;
    const account = await makeAccount(db);
    const { id } = account;
    const [locked, isLate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const deletion = inTransaction(db, async (trx) => {
      await lockAccountForDeletion(trx, id);
      locked.resolve();
      await isLate.promise;
      await eraseAccountData(trx, { id, verifiedEmail: null, now: new Date() });
    });
    await locked.promise;
    const refusal = findRefusal(checkout().deps.sessions.create(account));
    const countWaiting = async () =>
      (
        await sql`select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
      ).rows.length;
    await expect.poll(countWaiting).toBe(1).finally(isLate.resolve);
    await deletion;
    expect(await refusal).toBe('Login to continue');
  });
});

test('such requests store nothing that names the person', async () => {
  const tablesWithTraces: string[] = [];
  for (const table of Object.keys(TABLE_POLICIES)) {
    const name = table.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    const { rows } = await sql`select from ${sql.table(name)} t
      where row_to_json(t)::text ilike '%zyxwyn%'`.execute(database.db);
    if (rows.length > 0) tablesWithTraces.push(table);
  }
  expect(tablesWithTraces).toEqual([]);
  expect(await checkout().sandbox.control.charges()).toHaveLength(1);
});

test('Stripe loses the name, the email address, and the cards, and can still refund the payment', async () => {
  const { deps, jobs, sandbox } = checkout();
  const { stripe } = deps;
  expect(await stripe.customers.retrieve(customer)).toMatchObject({ email: account.email });
  expect((await stripe.paymentMethods.list({ customer })).data).toHaveLength(1);
  expect(jobs.of('anonymize-customer')).toEqual([{ customerId: customer }]);
  const run = createJobHandlers(deps)['anonymize-customer'];
  // If a worker dies, its job runs again.
  for (const jobId of ['first', 'second']) await run({ customerId: customer }, jobId);
  expect(await stripe.customers.retrieve(customer)).toMatchObject({
    name: null,
    email: null,
    invoice_settings: { default_payment_method: null },
  });
  expect((await stripe.paymentMethods.list({ customer })).data).toEqual([]);
  const [charge] = await sandbox.control.charges();
  expect(await stripe.refunds.create({ charge: String(charge?.id) })).toMatchObject({ status: 'succeeded' });
  await run({ customerId: 'cus_unknown' }, 'third');
});

test('the ledger stays as it was', async () => {
  expect(ledger).not.toEqual([]);
  expect(await readLedger()).toEqual(ledger);
});
