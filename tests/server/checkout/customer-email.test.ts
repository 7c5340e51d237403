import { describe, expect, test } from 'vitest';
import { createJobHandlers } from '#server/app/startup/job-handlers.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { makeCardPurchase, testCheckout } from '#tests/helpers/purchases/checkout.ts';

const database = seededTestDb();
const checkout = testCheckout(database);

const buy = async (...[buyer]: Parameters<ReturnType<typeof checkout>['caller']>) => {
  const { purchaseId } = await checkout().caller(buyer).checkout.buyCard(makeCardPurchase());
  return checkout().findPurchase(purchaseId);
};

describe('[D68] after a change of email', () => {
  test('the account’s customers at Stripe get the new address, also that of a claimed guest purchase', async () => {
    const account = await makeAccount(database.db);
    const own = await buy(account);
    const claimed = await buy(null);
    const stranger = await buy(null);
    await database.db
      .updateTable('purchases')
      .set({ accountId: account.id })
      .where('id', '=', claimed.id)
      .execute();
    const email = `new.${account.email}`;
    await database.db.updateTable('accounts').set({ email }).where('id', '=', account.id).execute();
    const run = createJobHandlers(checkout().deps)['update-customer'];
    // If a worker dies, its job runs again.
    for (const jobId of ['first', 'second']) await run({ accountId: account.id }, jobId);
    const readEmail = async ({ providerCustomerId }: typeof own) => {
      const customer = await checkout().deps.stripe.customers.retrieve(String(providerCustomerId));
      return customer.deleted ? undefined : customer.email;
    };
    expect([await readEmail(own), await readEmail(claimed)]).toEqual([email, email]);
    expect(await readEmail(stranger)).not.toBe(email);
  });
});
