import { sql } from 'kysely';
import type { Db } from '#db/client.ts';

/** How many rows of each kind a page shows. */
export const MAX_ROWS = 50;

/** The owner of the rows: an account or, for a guest, a membership's purchases. */
export type Owner = { accountId: string } | { purchaseIds: readonly string[] };

export async function findPayments(db: Db, owner: Owner) {
  return db
    .selectFrom('payments')
    .innerJoin('purchases', 'purchases.id', 'payments.purchaseId')
    .select([
      'payments.id',
      'payments.purchaseId',
      'payments.paidAt',
      'payments.amountCents',
      'payments.refundedCents',
      'payments.planQuote',
      'payments.lines',
      'purchases.quote',
    ])
    .select(({ fn, exists, selectFrom, not }) => [
      fn.coalesce('payments.cardBrand', 'purchases.cardBrand').as('brand'),
      fn.coalesce('payments.cardLast4', 'purchases.cardLast4').as('last4'),
      not(
        exists(
          selectFrom('payments as earlier')
            .select('earlier.id')
            .whereRef('earlier.purchaseId', '=', 'payments.purchaseId')
            .whereRef('earlier.paidAt', '<', 'payments.paidAt'),
        ),
      ).as('isFirst'),
    ])
    .where((eb) =>
      'accountId' in owner
        ? eb('payments.accountId', '=', owner.accountId)
        : eb('payments.purchaseId', 'in', [...owner.purchaseIds]),
    )
    .orderBy('payments.paidAt', 'desc')
    .orderBy('payments.id', 'desc')
    .limit(MAX_ROWS)
    .execute();
}

export async function findAgreements(db: Db, owner: Owner) {
  return db
    .selectFrom('agreements')
    .select(['id', 'contractType as contract', 'contractVersion as version', 'agreedAt', 'ip'])
    .where((eb) =>
      'accountId' in owner
        ? eb('accountId', '=', owner.accountId)
        : eb('purchaseId', 'in', [...owner.purchaseIds]),
    )
    .orderBy('agreedAt', 'desc')
    .limit(MAX_ROWS)
    .execute();
}

/** Returns the ids of a membership's own purchase and of those for its upgrades and replacement cards. */
export async function findPurchasesOf(
  db: Db,
  { id, subscriptionId }: { id: string; subscriptionId: string },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select purchase_id as id from subscriptions where id = ${subscriptionId}
    union select purchase_id from plan_upgrades where subscription_id = ${subscriptionId}
    union select id from purchases where cart->>'membershipId' = ${id}`.execute(db);
  return rows.map((row) => row.id);
}

/** Returns the ids of an account's purchases, newest first. */
export async function findPurchasesOfAccount(db: Db, accountId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('purchases')
    .select('id')
    .where('accountId', '=', accountId)
    .orderBy('createdAt', 'desc')
    .limit(MAX_ROWS)
    .execute();
  return rows.map(({ id }) => id);
}

export async function findCardRequests(db: Db, membershipIds: readonly string[]) {
  if (membershipIds.length === 0) return [];
  return db
    .selectFrom('physicalCardRequests')
    .select(['requestedAt', 'sentAt', 'isReplacement', 'recipient'])
    .where('membershipId', 'in', [...membershipIds])
    .orderBy('requestedAt', 'desc')
    .limit(MAX_ROWS)
    .execute();
}

/** Returns what a member's page needs in addition to the account's profile. */
export async function findAccountExtras(db: Db, id: string) {
  return db
    .selectFrom('accounts')
    .select(['latinName', 'providerCustomerId', 'pendingEmail', 'emailVerifiedAt'])
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function findPaymentStripeId(db: Db, id: string) {
  return db
    .selectFrom('payments')
    .select(['providerPaymentId', 'purchaseId', 'amountCents', 'refundedCents'])
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function findMembershipStart(db: Db, id: string) {
  return db
    .selectFrom('memberships')
    .select(['createdAt', 'claimedAt'])
    .where('id', '=', id)
    .executeTakeFirst();
}
