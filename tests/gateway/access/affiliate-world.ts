import type { TestApp } from '#tests/helpers/app.ts';
import { withoutTriggers } from '#tests/helpers/database/without-triggers.ts';
import type { TestAccount } from '#tests/helpers/factories/account.ts';
import { makePayoutAccount } from '#tests/helpers/factories/payout-account.ts';

interface Actor {
  role: string;
  account: TestAccount | null;
}

export interface AffiliateWorld {
  /** Deletes the actor's affiliate signups and resets their roles. */
  withoutSignups(actor: Actor): Promise<void>;
  /** Adds a payout bank account, whose holder name contains the account's id. */
  withPayoutAccount(account: TestAccount): Promise<void>;
  /** Adds a referral link, whose name contains the end of the account's id. */
  withLink(account: TestAccount): Promise<void>;
  /** Like `withoutSignups`, but also deletes the actor's tax forms and referral links. */
  withoutFiles(actor: Actor): Promise<void>;
}

/** Returns the holder name of the account's bank account. */
export const holderNameOf = ({ id }: { id: string }) => `Holder ${id}`;

/** Returns the name of the account's referral link. */
export const linkNameOf = ({ id }: { id: string }) => `link-${id.slice(-12)}`;

export function makeAffiliateWorld({ deps: { db, cipher, now } }: Pick<TestApp, 'deps'>): AffiliateWorld {
  const withoutSignups = async ({ role, account }: Actor) => {
    if (!account) return;
    await withoutTriggers(db, (trx) =>
      trx.deleteFrom('affiliateSignups').where('accountId', '=', account.id).execute(),
    );
    const emptyRoles = { isFriend: false, isInfluencer: false, accountType: Number(role) };
    await db.updateTable('accounts').set(emptyRoles).where('id', '=', account.id).execute();
  };
  return {
    withoutSignups,
    withPayoutAccount: async (account) => {
      await makePayoutAccount(db, cipher, { accountId: account.id, holderName: holderNameOf(account) });
    },
    withLink: async (account) => {
      const link = { accountId: account.id, name: linkNameOf(account), createdAt: now() };
      await db
        .insertInto('referralLinks')
        .values(link)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },
    withoutFiles: async (actor) => {
      await withoutSignups(actor);
      if (!actor.account) return;
      const { id } = actor.account;
      await withoutTriggers(db, (trx) => trx.deleteFrom('taxForms').where('accountId', '=', id).execute());
      await db.deleteFrom('referralLinks').where('accountId', '=', id).execute();
    },
  };
}
