import type { Trx } from '#db/client.ts';

interface OwnCard {
  accountId: string;
  membershipId: string;
  subscriptionId: string;
}

/**
 * Sets when one of the account's cards ends. With null, a removed card that hasn't ended yet renews again.
 * Returns false if nothing changed, or if the account has no such card.
 */
export async function setCardEnd(
  trx: Trx,
  { accountId, membershipId, subscriptionId }: OwnCard,
  endsAt: Date | null,
  now: Date,
): Promise<boolean> {
  const card = await trx
    .updateTable('memberships')
    .set({ endedAt: endsAt })
    .from('companyCards')
    .innerJoin('companies', 'companies.id', 'companyCards.companyId')
    .whereRef('companyCards.membershipId', '=', 'memberships.id')
    .where('memberships.id', '=', membershipId)
    .where('memberships.subscriptionId', '=', subscriptionId)
    .where('companies.accountId', '=', accountId)
    .where((eb) =>
      endsAt
        ? eb('memberships.endedAt', 'is', null)
        : eb.and([eb('companyCards.endsAt', '>', now), eb('companyCards.returnedAt', 'is', null)]),
    )
    .returning('memberships.id')
    .executeTakeFirst();
  if (!card) return false;
  await trx.updateTable('companyCards').set({ endsAt }).where('membershipId', '=', membershipId).execute();
  return true;
}

/** Returns undefined if the account has no such card on the subscription. */
export async function findCardEnd(
  trx: Trx,
  { accountId, membershipId, subscriptionId }: OwnCard,
): Promise<{ endsAt: Date | null; endedAt: Date | null } | undefined> {
  return trx
    .selectFrom('companyCards')
    .innerJoin('companies', 'companies.id', 'companyCards.companyId')
    .innerJoin('memberships', 'memberships.id', 'companyCards.membershipId')
    .select(['companyCards.endsAt', 'memberships.endedAt'])
    .where('companyCards.membershipId', '=', membershipId)
    .where('memberships.subscriptionId', '=', subscriptionId)
    .where('companies.accountId', '=', accountId)
    .executeTakeFirst();
}
