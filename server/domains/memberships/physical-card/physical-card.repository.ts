import type { Insertable } from 'kysely';
import type { Db, Trx } from '#db/client.ts';
import type { PhysicalCardRequestsTable } from '#db/tables/memberships.ts';

/**
 * Returns the request's id, or undefined if the first card was already requested, or if a replacement is waiting
 * to be sent.
 */
export async function insertCardRequest(
  trx: Trx,
  request: Insertable<PhysicalCardRequestsTable>,
): Promise<string | undefined> {
  const row = await trx
    .insertInto('physicalCardRequests')
    .values(request)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

export async function hasCardRequest(db: Db, membershipId: string): Promise<boolean> {
  const row = await db
    .selectFrom('physicalCardRequests')
    .select('id')
    .where('membershipId', '=', membershipId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

const ADDRESS = ['street1', 'street2', 'city', 'state', 'zip', 'country'] as const;

export async function findLatestRequest(db: Db, membershipId: string) {
  return db
    .selectFrom('physicalCardRequests')
    .select(['requestedAt', 'sentAt', 'isReplacement', ...ADDRESS])
    .where('membershipId', '=', membershipId)
    .orderBy('requestedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/**
 * Returns the employee's own address or, if there is none, the company's. Returns undefined if the membership
 * isn't an employee card.
 */
export async function findEmployeeAddress(db: Db, membershipId: string) {
  return db
    .selectFrom('companyCards')
    .innerJoin('companies', 'companies.id', 'companyCards.companyId')
    .select((eb) => [
      eb.fn.coalesce('companyCards.street1', 'companies.street1').as('street1'),
      // Don't coalesce street2: an employee's address may have no second line even though the company's has
      // one.
      eb
        .case()
        .when('companyCards.street1', 'is', null)
        .then(eb.ref('companies.street2'))
        .else(eb.ref('companyCards.street2'))
        .end()
        .as('street2'),
      eb.fn.coalesce('companyCards.city', 'companies.city').as('city'),
      eb.fn.coalesce('companyCards.state', 'companies.state').as('state'),
      eb.fn.coalesce('companyCards.zip', 'companies.zip').as('zip'),
      eb.fn.coalesce('companyCards.country', 'companies.country').as('country'),
    ])
    .where('companyCards.membershipId', '=', membershipId)
    .executeTakeFirst();
}
