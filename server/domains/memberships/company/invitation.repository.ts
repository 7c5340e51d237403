import type { Db, Trx } from '#db/client.ts';

function selectUnclaimed(db: Db) {
  return db
    .selectFrom('companyCards')
    .innerJoin('companies', 'companies.id', 'companyCards.companyId')
    .innerJoin('memberships', 'memberships.id', 'companyCards.membershipId')
    .innerJoin('plans', 'plans.id', 'memberships.planId')
    .select([
      'companyCards.membershipId',
      'companyCards.email',
      'companyCards.invitedAt',
      'companies.name as companyName',
      'memberships.firstname',
      'memberships.number',
      'plans.name as planName',
    ])
    .where('memberships.accountId', 'is', null)
    .where('memberships.endedAt', 'is', null)
    .where('companyCards.email', 'is not', null);
}

/** Locks cards whose employees weren't invited yet. Concurrent processes get different cards. */
export async function lockUninvited(trx: Trx, companyId: string, limit: number) {
  return selectUnclaimed(trx)
    .where('companyCards.companyId', '=', companyId)
    .where('companyCards.invitedAt', 'is', null)
    .orderBy('companyCards.membershipId')
    .limit(limit)
    .forUpdate('companyCards')
    .skipLocked()
    .execute();
}

/**
 * Returns undefined if the card isn't one of the account's, has no email address, or was claimed, replaced,
 * or refunded.
 */
export async function lockUnclaimed(trx: Trx, accountId: string, membershipId: string) {
  return selectUnclaimed(trx)
    .where('companyCards.membershipId', '=', membershipId)
    .where('companies.accountId', '=', accountId)
    .forUpdate('companyCards')
    .executeTakeFirst();
}
export type Invitee = Awaited<ReturnType<typeof lockUninvited>>[number];

export async function setInvited(trx: Trx, membershipIds: readonly string[], invitedAt: Date): Promise<void> {
  await trx
    .updateTable('companyCards')
    .set({ invitedAt })
    .where('membershipId', 'in', membershipIds)
    .execute();
}

function selectCardholders(db: Db) {
  return db
    .selectFrom('companyCards')
    .innerJoin('companies', 'companies.id', 'companyCards.companyId')
    .innerJoin('memberships', 'memberships.id', 'companyCards.membershipId')
    .leftJoin('accounts', 'accounts.id', 'memberships.accountId')
    .select((eb) => [
      'companyCards.membershipId',
      eb.fn.coalesce('accounts.email', 'companyCards.email').as('email'),
      'companies.name as companyName',
      'memberships.firstname',
      'memberships.number',
    ]);
}

/**
 * Returns the recipient of emails about an employee's card: the account that claimed it or, if it is
 * unclaimed, the employee that the company named. `email` is null if the company gave no address.
 */
export async function findCardholder(trx: Trx, membershipId: string) {
  return selectCardholders(trx).where('companyCards.membershipId', '=', membershipId).executeTakeFirst();
}

/**
 * Returns the recipients of emails about a company's plan, in the order of their memberships. Leaves out cards
 * that the company has removed, because their holders know when they end.
 */
export async function listCardholders(
  db: Db,
  { subscriptionId, after, limit }: { subscriptionId: string; after: string | null; limit: number },
) {
  return selectCardholders(db)
    .where('memberships.subscriptionId', '=', subscriptionId)
    .where('memberships.endedAt', 'is', null)
    .$if(after !== null, (query) => query.where('companyCards.membershipId', '>', after))
    .orderBy('companyCards.membershipId')
    .limit(limit)
    .execute();
}
