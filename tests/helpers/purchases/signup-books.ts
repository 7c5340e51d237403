import type { TestDatabaseHandle } from '../database/database.ts';
import { makeAccount } from '../factories/account.ts';
import type { TestCheckout } from './checkout.ts';

/** What sign-ups leave behind, by account: their rows, purchases, charges and mails. */
export function signupBooks(database: TestDatabaseHandle, checkout: () => TestCheckout) {
  const purchasesOf = (accountId: string) =>
    database.db.selectFrom('purchases').selectAll().where('accountId', '=', accountId).execute();
  return {
    newAccount: () => makeAccount(database.db),
    /** Somebody who may be named as a reference. */
    referrer: async () => (await makeAccount(database.db, { accountType: 3 })).id,
    signupsOf: (accountId: string) =>
      database.db.selectFrom('affiliateSignups').selectAll().where('accountId', '=', accountId).execute(),
    purchasesOf,
    mailsTo: (email: string, mail: string) =>
      checkout()
        .jobs.of('mail')
        .map((job) => JSON.stringify(job))
        .filter((job) => job.includes(`"mail":"${mail}"`) && job.includes(email)),
    /** What the card network has charged the account and not given back. */
    chargesOn: async ({ id }: { id: string }) => {
      const purchases = await purchasesOf(id);
      return (await Promise.all(purchases.map((one) => checkout().chargesOf(one.id)))).flat();
    },
  };
}
