import type { Db } from '#db/client.ts';

/** Returns the company's account, whose owner manages it. */
export async function findCompanyAccount(db: Db, companyId: string) {
  return db
    .selectFrom('companies')
    .innerJoin('accounts', 'accounts.id', 'companies.accountId')
    .select(['accounts.id', 'accounts.email', 'accounts.firstname', 'accounts.lastname'])
    .where('companies.id', '=', companyId)
    .executeTakeFirst();
}

/** Counts the cards on a subscription that employees have claimed. */
export async function countClaimedCards(
  db: Db,
  { companyId, subscriptionId }: { companyId: string; subscriptionId: string },
): Promise<number> {
  const { count } = await db
    .selectFrom('companyCards')
    .innerJoin('memberships', 'memberships.id', 'companyCards.membershipId')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('companyCards.companyId', '=', companyId)
    .where('memberships.subscriptionId', '=', subscriptionId)
    .where('memberships.endedAt', 'is', null)
    .where('memberships.accountId', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Returns one of the company's cards, unless it was replaced or refunded. */
export async function findCompanyCard(
  db: Db,
  { companyId, membershipId }: { companyId: string; membershipId: string },
) {
  return db
    .selectFrom('companyCards')
    .innerJoin('memberships', 'memberships.id', 'companyCards.membershipId')
    .innerJoin('plans', 'plans.id', 'memberships.planId')
    .select([
      'memberships.id',
      'memberships.number',
      'memberships.firstname',
      'memberships.lastname',
      'memberships.accountId as holderId',
      'companyCards.email',
      'companyCards.invitedAt',
      'plans.name as planName',
      'plans.isFamily',
    ])
    .where('companyCards.companyId', '=', companyId)
    .where('companyCards.membershipId', '=', membershipId)
    .where('memberships.endedAt', 'is', null)
    .executeTakeFirst();
}
