import { sql } from 'kysely';
import type { Db } from '#db/client.ts';

export async function findPromoHold(db: Db, purchaseId: string) {
  return db
    .selectFrom('promoHolds')
    .select(['code', 'status'])
    .where('purchaseId', '=', purchaseId)
    .executeTakeFirst();
}

/** Returns the memberships that a purchase pays for, with the state of its subscription. */
export async function findMemberships(db: Db, purchaseId: string) {
  return db
    .selectFrom('memberships')
    .innerJoin('subscriptions', 'subscriptions.id', 'memberships.subscriptionId')
    .select([
      'memberships.id',
      'memberships.number',
      'subscriptions.status',
      'subscriptions.expiresAt as periodEnd',
      'subscriptions.endedAt',
    ])
    .where('subscriptions.purchaseId', '=', purchaseId)
    .orderBy('memberships.id')
    .execute();
}

/** True if the purchase's membership or business plan exists. */
export async function isFulfilled(db: Db, purchaseId: string): Promise<boolean> {
  if ((await findMemberships(db, purchaseId)).length > 0) return true;
  const plan = await db
    .selectFrom('businessPlans')
    .select('id')
    .where('purchaseId', '=', purchaseId)
    .executeTakeFirst();
  return plan !== undefined;
}

export async function findRecordedPayments(db: Db, purchaseId: string) {
  return db
    .selectFrom('payments')
    .select(['id', 'providerInvoiceId', 'amountCents', 'refundedCents', 'paidAt'])
    .where('purchaseId', '=', purchaseId)
    .orderBy('paidAt')
    .execute();
}

export async function findAuditEntries(db: Db, subjects: readonly string[]) {
  return db
    .selectFrom('auditLog')
    .leftJoin('accounts', 'accounts.id', 'auditLog.actorId')
    .select(['auditLog.at', 'auditLog.action', 'auditLog.reason', 'accounts.email as actor'])
    .where('auditLog.subject', 'in', subjects)
    .orderBy('auditLog.at')
    .execute();
}

/**
 * Returns the emails to an address that are in the job queue, which keeps them for a few days. The queue's
 * table doesn't exist before the first start.
 */
export async function findQueuedMails(db: Db, email: string) {
  const { rows: queues } = await sql<{ exists: boolean }>`
    select to_regclass('pgboss.job') is not null as exists`.execute(db);
  if (!queues[0]?.exists) return [];
  const { rows } = await sql<{ mail: string; state: string; createdAt: Date }>`
    select data ->> 'mail' as mail, state::text, created_on as created_at from pgboss.job
    where name = 'mail' and data ->> 'to' = ${email} order by created_on`.execute(db);
  return rows;
}
