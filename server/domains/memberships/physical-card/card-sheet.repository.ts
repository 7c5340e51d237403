import type { Db } from '#db/client.ts';
import { holderLatinName } from '../holder-name.repository.ts';

/**
 * Returns the cards on one of the account's subscriptions, oldest first. With `uninvited`, only the cards of
 * employees without an email address.
 */
export async function findCardsToPrint(
  db: Db,
  accountId: string,
  { subscriptionId, uninvited }: { subscriptionId: string; uninvited: boolean },
) {
  return db
    .selectFrom('companyCards')
    .innerJoin('companies', 'companies.id', 'companyCards.companyId')
    .innerJoin('memberships', 'memberships.id', 'companyCards.membershipId')
    .innerJoin('plans', 'plans.id', 'memberships.planId')
    .select([
      'memberships.number',
      'plans.name as planName',
      'plans.isFamily',
      'memberships.firstname',
      'memberships.lastname',
      'memberships.spouseFirstname',
      'memberships.spouseLastname',
      'memberships.spouseLatinName',
      'memberships.familyMembers',
      'memberships.familyLatinNames',
      holderLatinName.as('latinName'),
      'companyCards.email',
    ])
    .where('companies.accountId', '=', accountId)
    .where('memberships.subscriptionId', '=', subscriptionId)
    .where('memberships.endedAt', 'is', null)
    .$if(uninvited, (query) => query.where('companyCards.email', 'is', null))
    .orderBy('memberships.id')
    .execute();
}
export type CardToPrint = Awaited<ReturnType<typeof findCardsToPrint>>[number];
