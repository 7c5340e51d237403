import type { Insertable, Selectable } from 'kysely';
import type { Db } from '#db/client.ts';
import type { MembershipsTable } from '#db/tables/memberships.ts';
import type { SubscriptionsTable } from '#db/tables/payments.ts';
import { newId } from '#server/lib/ids.ts';
import { newMembershipNumber } from '#server/lib/membership-number.ts';
import { makePlans } from './catalog.ts';
import { makeSubscription } from './subscription.ts';

export type TestMembership = Selectable<MembershipsTable>;

/**
 * Creates an active individual membership; it belongs to a guest unless `accountId` is given. Also creates
 * the catalog, the purchase, and the subscription: `subscription` overrides the subscription's columns, and
 * `subscriptionId` uses an existing subscription.
 */
export async function makeMembership(
  db: Db,
  overrides: Partial<Insertable<MembershipsTable>> & {
    subscription?: Partial<Insertable<SubscriptionsTable>>;
  } = {},
): Promise<TestMembership> {
  const { subscription, ...columns } = overrides;
  const accountId = columns.accountId ?? null;
  await makePlans(db);
  const subscriptionId =
    columns.subscriptionId ?? (await makeSubscription(db, { accountId, ...subscription })).id;
  return db
    .insertInto('memberships')
    .values({
      id: newId(),
      number: newMembershipNumber(),
      accountId,
      planId: 0,
      firstname: 'Maria',
      lastname: 'Gomez',
      spouseFirstname: null,
      spouseLastname: null,
      ...columns,
      subscriptionId,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}
