import { type ExpressionBuilder, type Selectable, sql } from 'kysely';
import type { Db, Trx } from '#db/client.ts';
import type { Database } from '#db/database.ts';
import type { PayoutBatchesTable } from '#db/tables/affiliates.ts';
import { DONATED_REASON } from './commission-rule.shared.ts';

/** An affiliate to pay, with the details that staff, the bank, and the tax office need. */
export interface Payee {
  affiliateId: string;
  firstname: string;
  lastname: string;
  email: string;
  referenceCode: string | null;
  /** The tax form on file, if any. */
  taxForm: 'w9' | 'w8ben' | null;
  /** The last digits of the bank account number. Null if none is on file, or if the bank refused it. */
  bankLast4: string | null;
  amountCents: number;
}

const PAYEE_COLUMNS = [
  'accounts.id as affiliateId',
  'accounts.firstname',
  'accounts.lastname',
  'accounts.email',
  'accounts.referenceCode',
] as const;

/** An affiliate who moved may have filed both forms. The W-9 then takes precedence. */
function selectTaxFormKind(eb: ExpressionBuilder<Database, 'accounts'>) {
  return eb
    .selectFrom('taxForms')
    .select('taxForms.kind')
    .whereRef('taxForms.accountId', '=', 'accounts.id')
    .where('taxForms.supersededAt', 'is', null)
    .orderBy('taxForms.kind', 'desc')
    .limit(1)
    .as('taxForm');
}

function selectBankLast4(eb: ExpressionBuilder<Database, 'accounts'>) {
  return eb
    .selectFrom('payoutAccounts')
    .select('payoutAccounts.last4')
    .whereRef('payoutAccounts.accountId', '=', 'accounts.id')
    .where('payoutAccounts.supersededAt', 'is', null)
    .where('payoutAccounts.returnedAt', 'is', null)
    .as('bankLast4');
}

/** Selects affiliates whose unpaid commissions before the given time don't add up to 0. */
function selectUnpaid(db: Db, before: Date) {
  return db
    .selectFrom('unpaidCommissions')
    .innerJoin('accounts', 'accounts.id', 'unpaidCommissions.affiliateId')
    .select(PAYEE_COLUMNS)
    .select(selectTaxFormKind)
    .select(selectBankLast4)
    .select(({ fn }) => fn.sum<number>('unpaidCommissions.amountCents').as('amountCents'))
    .where('unpaidCommissions.payableAt', '<', before)
    .groupBy('accounts.id')
    .having(({ fn }) => fn.sum('unpaidCommissions.amountCents'), '<>', 0)
    .orderBy('accounts.lastname')
    .orderBy('accounts.firstname')
    .orderBy('accounts.id');
}

/** Ordered by name. The amount is negative if refunds exceed what the affiliate earned. */
export async function findUnpaid(db: Db, before: Date): Promise<Payee[]> {
  return selectUnpaid(db, before).execute();
}

export interface PayableAccount extends Payee {
  /** The ids of the commission lines that add up to `amountCents`. */
  lines: string[];
}

/**
 * Returns what is payable before the given time, ordered by name. Amounts and lines come from one statement,
 * so they always match.
 */
export async function findPayable(db: Db, before: Date): Promise<PayableAccount[]> {
  return selectUnpaid(db, before)
    .select(({ fn }) => fn.agg<string[]>('json_agg', ['unpaidCommissions.commissionId']).as('lines'))
    .having(({ fn }) => fn.sum('unpaidCommissions.amountCents'), '>', 0)
    .execute();
}

/**
 * Returns what is payable to affiliates who weren't emailed this month (YYYY-MM) about money that is held back.
 */
export async function findUnnotified(db: Db, before: Date, month: string): Promise<Payee[]> {
  return selectUnpaid(db, before)
    .where('accounts.payoutHeldMonth', 'is distinct from', month)
    .having(({ fn }) => fn.sum('unpaidCommissions.amountCents'), '>', 0)
    .execute();
}

/** Returns false if another process was faster. */
export async function saveHeldMonth(trx: Trx, accountId: string, month: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('accounts')
    .set({ payoutHeldMonth: month })
    .where('id', '=', accountId)
    .where('payoutHeldMonth', 'is distinct from', month)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns the affiliates who donated commissions that became payable between the two times. */
export async function findDonors(
  db: Db,
  from: Date,
  before: Date,
): Promise<Array<Omit<Payee, 'amountCents'>>> {
  return db
    .selectFrom('commissions')
    .innerJoin('accounts', 'accounts.id', 'commissions.affiliateId')
    .select(PAYEE_COLUMNS)
    .select(selectTaxFormKind)
    .select(selectBankLast4)
    .where('commissions.reason', '=', sql.lit(DONATED_REASON))
    .where('commissions.payableAt', '>=', from)
    .where('commissions.payableAt', '<', before)
    .groupBy('accounts.id')
    .orderBy('accounts.lastname')
    .orderBy('accounts.firstname')
    .orderBy('accounts.id')
    .execute();
}

export type PayoutBatch = Pick<Selectable<PayoutBatchesTable>, 'id' | 'month' | 'createdAt' | 'paysByBank'>;

/** Locks payouts until the transaction ends, so that no line is paid twice. */
export async function lockPayouts(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('payouts', 0))`.execute(trx);
}

export async function findPayoutBatch(db: Db, month: string): Promise<PayoutBatch | undefined> {
  return db
    .selectFrom('payoutBatches')
    .select(['id', 'month', 'createdAt', 'paysByBank'])
    .where('month', '=', month)
    .executeTakeFirst();
}

export async function insertBatch(
  trx: Trx,
  batch: PayoutBatch & { paysByBank: boolean; payoutCount: number; totalCents: number },
): Promise<void> {
  await trx.insertInto('payoutBatches').values(batch).execute();
}

/** A statement with more lines could exceed the time limit. */
const LINES_PER_INSERT = 5_000;

export async function insertPayout(
  trx: Trx,
  payout: { id: string; batchId: string; affiliateId: string; amountCents: number },
  lines: readonly string[],
): Promise<void> {
  await trx.insertInto('payouts').values(payout).execute();
  for (let start = 0; start < lines.length; start += LINES_PER_INSERT) {
    const ids = JSON.stringify(lines.slice(start, start + LINES_PER_INSERT));
    await sql`insert into payout_lines (commission_id, payout_id)
      select value::uuid, ${payout.id}::uuid from json_array_elements_text(${ids}::json)`.execute(trx);
  }
}

export interface Payout extends Payee {
  id: string;
}

/** Ordered by the affiliate's name. */
export async function findPayouts(db: Db, batchId: string): Promise<Payout[]> {
  return db
    .selectFrom('payouts')
    .innerJoin('accounts', 'accounts.id', 'payouts.affiliateId')
    .select(PAYEE_COLUMNS)
    .select(selectTaxFormKind)
    .select(selectBankLast4)
    .select(['payouts.id', 'payouts.amountCents'])
    .where('payouts.batchId', '=', batchId)
    .orderBy('accounts.lastname')
    .orderBy('accounts.firstname')
    .orderBy('accounts.id')
    .execute();
}
