import { type ExpressionBuilder, type Insertable, sql } from 'kysely';
import type { Db, Trx } from '#db/client.ts';
import { compileOnce } from '#db/compile-once.ts';
import type { Database } from '#db/database.ts';
import type { MembershipsTable } from '#db/tables/memberships.ts';

/**
 * Returns the ids of the inserted memberships. Skips a membership whose number is taken, because an error
 * would fail the transaction.
 */
export async function insertMemberships(
  trx: Trx,
  memberships: ReadonlyArray<Insertable<MembershipsTable>>,
): Promise<Set<string>> {
  if (memberships.length === 0) return new Set();
  const rows = await trx
    .insertInto('memberships')
    .values(memberships)
    .onConflict((conflict) => conflict.column('number').doNothing())
    .returning('id')
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** A membership ends with its subscription, or earlier if its card was replaced or refunded. */
export const endedAt = sql<Date | null>`least(memberships.ended_at, subscriptions.ended_at)`;

function selectStored(db: Db) {
  return db
    .selectFrom('memberships')
    .innerJoin('subscriptions', 'subscriptions.id', 'memberships.subscriptionId')
    .innerJoin('plans', 'plans.id', 'memberships.planId')
    .select([
      'memberships.id',
      'memberships.number',
      'memberships.accountId',
      'memberships.subscriptionId',
      'memberships.planId',
      'plans.name as planName',
      'plans.kind as planKind',
      'plans.isFamily',
      'plans.isEmployeeCard',
      'plans.isCompanyPlan',
      'memberships.firstname',
      'memberships.lastname',
      'memberships.latinName',
      'memberships.spouseFirstname',
      'memberships.spouseLastname',
      'memberships.spouseLatinName',
      'memberships.familyMembers',
      'memberships.familyLatinNames',
      'subscriptions.accountId as payerId',
      'subscriptions.providerId',
      'subscriptions.status',
      'subscriptions.periodStart',
      'subscriptions.periodEnd as paidUntil',
      'subscriptions.expiresAt as periodEnd',
      'subscriptions.canceledAt',
      'subscriptions.nextPlanFrom',
      endedAt.as('endedAt'),
    ]);
}

export type StoredMembership = NonNullable<
  Awaited<ReturnType<ReturnType<typeof selectStored>['executeTakeFirst']>>
>;

/** Ignores who owns the membership, so callers must check what the viewer may see. */
export const findMembershipByNumber = compileOnce((db, number) =>
  selectStored(db).where('memberships.number', '=', number),
);

/** Like `findMembershipByNumber`. */
export async function findMembershipById(db: Db, id: string): Promise<StoredMembership | undefined> {
  return selectStored(db).where('memberships.id', '=', id).executeTakeFirst();
}

export async function lockMembership(trx: Trx, id: string): Promise<StoredMembership | undefined> {
  return selectStored(trx).where('memberships.id', '=', id).forUpdate('memberships').executeTakeFirst();
}

/** Assigns an unclaimed membership to an account. Does nothing if it already has an owner. */
export async function setOwner(
  trx: Trx,
  id: string,
  owner: { accountId: string; claimedAt: Date },
): Promise<void> {
  await trx
    .updateTable('memberships')
    .set(owner)
    .where('id', '=', id)
    .where('accountId', 'is', null)
    .execute();
}

/** `buyerKeys` identify earlier purchases that the same browser made as a guest. */
export interface MembershipBuyer {
  accountId: string | null;
  buyerKeys: readonly string[];
}

/**
 * Returns the buyer's memberships of a plan, ordered by expiry, latest first. Includes a guest's memberships
 * only while they are unclaimed.
 */
export async function findBoughtMemberships(
  db: Db,
  { accountId, buyerKeys }: MembershipBuyer,
  planId: number,
): Promise<StoredMembership[]> {
  return selectStored(db)
    .where('memberships.planId', '=', planId)
    .where((eb) =>
      eb.or([
        ...(accountId ? [eb('memberships.accountId', '=', accountId)] : []),
        eb.and([
          eb('memberships.accountId', 'is', null),
          eb('subscriptions.purchaseId', 'in', (sub) =>
            sub.selectFrom('purchases').select('purchases.id').where('buyerKey', 'in', buyerKeys),
          ),
        ]),
      ]),
    )
    .orderBy('subscriptions.expiresAt', 'desc')
    .execute();
}

export type GuestBuyer = { purchaseId: string; email: string };

/**
 * Returns the guest whose purchase began the subscription, even if an account has claimed it since. Returns
 * undefined if the buyer wasn't a guest.
 */
export async function findGuestBuyer(db: Db, subscriptionId: string): Promise<GuestBuyer | undefined> {
  return db
    .selectFrom('subscriptions')
    .innerJoin('purchases', 'purchases.id', 'subscriptions.purchaseId')
    .select(['purchases.id as purchaseId', 'purchases.email'])
    .where('subscriptions.id', '=', subscriptionId)
    .where((eb) =>
      eb.or(['guest:%', 'legacy:%', 'adopted:%'].map((prefix) => eb('buyerKey', 'like', prefix))),
    )
    .executeTakeFirst();
}

/** Returns undefined for another account's membership. */
export async function findOwnMembership(
  db: Db,
  accountId: string,
  number: string,
): Promise<StoredMembership | undefined> {
  return selectStored(db)
    .where('memberships.number', '=', number)
    .where('memberships.accountId', '=', accountId)
    .executeTakeFirst();
}

/** `number` is 12 characters, without hyphens. */
export type MembershipKey = { number: string } | { id: string };

function matchKey(key: MembershipKey) {
  return (eb: ExpressionBuilder<Database, 'memberships'>) =>
    'number' in key ? eb('memberships.number', '=', key.number) : eb('memberships.id', '=', key.id);
}

/**
 * Finds a membership that the account may order a card for: its own, or an unclaimed employee card that it
 * pays for.
 */
export async function findOrderableMembership(
  db: Db,
  accountId: string,
  key: MembershipKey,
): Promise<StoredMembership | undefined> {
  return selectStored(db)
    .where(matchKey(key))
    .where((eb) =>
      eb.or([
        eb('memberships.accountId', '=', accountId),
        eb.and([
          eb('memberships.accountId', 'is', null),
          eb('plans.isEmployeeCard', '=', true),
          eb('subscriptions.accountId', '=', accountId),
        ]),
      ]),
    )
    .executeTakeFirst();
}

export async function findUnclaimedMembership(
  db: Db,
  key: MembershipKey,
): Promise<StoredMembership | undefined> {
  return selectStored(db).where(matchKey(key)).where('memberships.accountId', 'is', null).executeTakeFirst();
}

/**
 * Returns an account's memberships, newest first, each with the last payment that the account itself made.
 * Excludes employee cards that the account bought for others. One that it claimed for itself is included
 * (D30).
 */
export async function findOwnMemberships(db: Db, accountId: string) {
  return selectStored(db)
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('payments')
          .select(['payments.paidAt as lastPaidAt', 'payments.amountCents as lastAmountCents'])
          .where('payments.purchaseId', 'in', (purchase) =>
            purchase
              .selectFrom('subscriptions as paid')
              .select('paid.purchaseId')
              .whereRef('paid.id', '=', 'subscriptions.id')
              .unionAll(
                purchase
                  .selectFrom('planUpgrades')
                  .select('planUpgrades.purchaseId')
                  .whereRef('planUpgrades.subscriptionId', '=', 'subscriptions.id'),
              ),
          )
          .whereRef('subscriptions.accountId', '=', 'memberships.accountId')
          .orderBy('payments.paidAt', 'desc')
          .limit(1)
          .as('lastPayment'),
      (join) => join.onTrue(),
    )
    .select(['lastPayment.lastPaidAt', 'lastPayment.lastAmountCents'])
    .where('memberships.accountId', '=', accountId)
    .where((eb) =>
      eb.not(
        eb.and([
          eb('plans.isEmployeeCard', '=', true),
          eb('subscriptions.accountId', 'is not distinct from', accountId),
          eb('memberships.claimedAt', 'is', null),
        ]),
      ),
    )
    .orderBy('memberships.createdAt', 'desc')
    .orderBy('memberships.id', 'desc')
    .execute();
}

export async function findStandings(db: Db, accountId: string) {
  return db
    .selectFrom('memberships')
    .innerJoin('subscriptions', 'subscriptions.id', 'memberships.subscriptionId')
    .innerJoin('plans', 'plans.id', 'memberships.planId')
    .select([
      'plans.isCompanyPlan',
      'subscriptions.status',
      'subscriptions.expiresAt as periodEnd',
      endedAt.as('endedAt'),
    ])
    .where('memberships.accountId', '=', accountId)
    .execute();
}

/**
 * Counts the cards billed by one subscription that work at `now`. Excludes replaced and refunded cards and
 * the company's own plan.
 */
export async function countCardsOn(
  db: Db,
  subscriptionId: string,
  now: Date,
): Promise<{ individualCount: number; familyCount: number }> {
  const { cards, family } = await db
    .selectFrom('memberships')
    .innerJoin('plans', 'plans.id', 'memberships.planId')
    .select(({ fn }) => [
      fn.countAll<number>().as('cards'),
      fn.countAll<number>().filterWhere('plans.isFamily', '=', true).as('family'),
    ])
    .where('memberships.subscriptionId', '=', subscriptionId)
    .where((eb) => eb.or([eb('memberships.endedAt', 'is', null), eb('memberships.endedAt', '>', now)]))
    .where('plans.isCompanyPlan', '=', false)
    .executeTakeFirstOrThrow();
  return { individualCount: Number(cards) - Number(family), familyCount: Number(family) };
}

export async function findFirstOnSubscription(
  db: Db,
  subscriptionId: string,
): Promise<StoredMembership | undefined> {
  return (
    selectStored(db)
      .where('memberships.subscriptionId', '=', subscriptionId)
      // Memberships created in one transaction have the same timestamp, but their ids are ordered by time.
      .orderBy('memberships.createdAt')
      .orderBy('memberships.id')
      .limit(1)
      .executeTakeFirst()
  );
}
