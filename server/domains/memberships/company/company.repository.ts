import { sql } from 'kysely';
import type { Db, Trx } from '#db/client.ts';
import type { Company, CompanyDetails, CompanyForm } from './company.schema.ts';

const COLUMNS = [
  'id',
  'name',
  'reference',
  'street1',
  'street2',
  'city',
  'state',
  'zip',
  'country',
  'email',
  'phone',
  'code',
  'poNumber',
  'version',
] as const;

export async function findCompanyByAccount(db: Db, accountId: string): Promise<Company | undefined> {
  return db.selectFrom('companies').select(COLUMNS).where('accountId', '=', accountId).executeTakeFirst();
}

/** Returns the names of the companies whose employees have these cards, by the account that pays. */
export async function findCompanyNames(
  db: Db,
  cards: ReadonlyArray<{ isEmployeeCard: boolean; payerId: string | null }>,
): Promise<Map<string | null, string>> {
  const payerIds = cards.flatMap(({ isEmployeeCard, payerId }) =>
    isEmployeeCard && payerId ? [payerId] : [],
  );
  if (payerIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('companies')
    .select(['accountId', 'name'])
    .where('accountId', 'in', payerIds)
    .execute();
  return new Map(rows.map(({ accountId, name }) => [accountId, name]));
}

/** Returns the id of the account's existing company if there is one, otherwise the new id. */
export async function upsertCompany(
  db: Db,
  accountId: string,
  { id, ...form }: CompanyForm & { id: string },
): Promise<string> {
  const row = await db
    .insertInto('companies')
    .values({ id, accountId, ...form })
    .onConflict((conflict) =>
      conflict.column('accountId').doUpdateSet({ ...form, version: sql<number>`companies.version + 1` }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Returns false if the company has changed since the version that was edited. */
export async function updateCompany(
  trx: Trx,
  accountId: string,
  { version, ...details }: CompanyDetails,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('companies')
    .set({ ...details, version: version + 1 })
    .where('accountId', '=', accountId)
    .where('version', '=', version)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Returns the latest membership of the company's own plan, with the subscription that bills all its cards.
 */
export async function findCompanyMembership(db: Db, accountId: string) {
  return db
    .selectFrom('memberships')
    .innerJoin('subscriptions', 'subscriptions.id', 'memberships.subscriptionId')
    .innerJoin('plans', 'plans.id', 'memberships.planId')
    .select([
      'memberships.id',
      'memberships.number',
      'plans.isEmployeeCard',
      'plans.isCompanyPlan',
      'memberships.subscriptionId',
      'subscriptions.purchaseId',
      'subscriptions.providerId',
      'subscriptions.status',
      'subscriptions.periodStart',
      'subscriptions.periodEnd as paidUntil',
      'subscriptions.expiresAt as periodEnd',
      'subscriptions.canceledAt',
      'subscriptions.endedAt',
    ])
    .where('memberships.accountId', '=', accountId)
    .where('plans.isCompanyPlan', '=', true)
    .orderBy('memberships.createdAt', 'desc')
    .limit(1)
    .executeTakeFirst();
}
export type CompanyMembership = NonNullable<Awaited<ReturnType<typeof findCompanyMembership>>>;

/**
 * Locks the company until the transaction ends, so that changes to its cards run one after another. Returns
 * undefined if the account has no company.
 */
export async function lockCompany(trx: Trx, accountId: string): Promise<Company | undefined> {
  return trx
    .selectFrom('companies')
    .select(COLUMNS)
    .where('accountId', '=', accountId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}
