import type { TestDatabaseHandle } from '../database/database.ts';
import { makeAccount } from '../factories/account.ts';
import type { TestCheckout } from './checkout.ts';

/**
 * Returns functions that create accounts for a sign-up, and that read its results: rows, purchases, charges,
 * and emails.
 */
export function signupBooks(database: TestDatabaseHandle, checkout: () => TestCheckout) {
  const listPurchases = (accountId: string) =>
    database.db.selectFrom('purchases').selectAll().where('accountId', '=', accountId).execute();
  return {
    newAccount: () => makeAccount(database.db),
    referrer: async () => (await makeAccount(database.db, { accountType: 3 })).id,
    signupsOf: (accountId: string) =>
      database.db.selectFrom('affiliateSignups').selectAll().where('accountId', '=', accountId).execute(),
    purchasesOf: listPurchases,
    mailsTo: (email: string, mail: string) =>
      checkout()
        .jobs.of('mail')
        .map((job) => JSON.stringify(job))
        .filter((job) => job.includes(`"mail":"${mail}"`) && job.includes(email)),
    /** Lists the account's Stripe charges that were not fully refunded. */
    chargesOn: async ({ id }: { id: string }) => {
      const purchases = await listPurchases(id);
      return (await Promise.all(purchases.map((purchase) => checkout().listCharges(purchase.id)))).flat();
    },
  };
}
