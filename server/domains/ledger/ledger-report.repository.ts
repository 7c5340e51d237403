import { sql } from 'kysely';
import type { Db } from '#db/client.ts';
import type { LedgerAccount } from '#db/tables/ledger.ts';

export interface AccountBalance {
  account: LedgerAccount;
  planId: number | null;
  /** Debits minus credits. */
  balanceCents: number;
}

/** Returns each account's balance before an instant, by plan. */
export async function sumAccounts(db: Db, before: Date): Promise<AccountBalance[]> {
  const rows = await db
    .selectFrom('ledgerPostings')
    .innerJoin('ledgerEntries', 'ledgerEntries.id', 'ledgerPostings.entryId')
    .select(['account', 'planId'])
    .select(({ fn }) => fn.sum<number>('amountCents').as('balanceCents'))
    .where('occurredAt', '<', before)
    .groupBy(['account', 'planId'])
    .execute();
  return rows.map((row) => ({ ...row, balanceCents: Number(row.balanceCents) }));
}

/** Returns everything that was posted for a purchase, oldest first. */
export async function findPostingsOfPurchase(db: Db, purchaseId: string) {
  return db
    .selectFrom('ledgerEntries')
    .innerJoin('ledgerPostings', 'ledgerPostings.entryId', 'ledgerEntries.id')
    .select([
      'ledgerEntries.occurredAt',
      'ledgerEntries.kind',
      'ledgerEntries.sourceId',
      'ledgerPostings.account',
      'ledgerPostings.amountCents',
    ])
    .where('ledgerEntries.purchaseId', '=', purchaseId)
    .orderBy('ledgerEntries.occurredAt')
    .orderBy('ledgerEntries.id')
    .orderBy('ledgerPostings.id')
    .execute();
}

export interface MonthlyMovement {
  /** YYYY-MM. */
  month: string;
  account: LedgerAccount;
  planId: number | null;
  debitCents: number;
  creditCents: number;
}

/** Returns each account's debits and credits before an instant, by month and plan, oldest month first. */
export async function sumMonths(db: Db, timeZone: string, before: Date): Promise<MonthlyMovement[]> {
  const { rows } = await sql<MonthlyMovement>`
    select to_char(occurred_at at time zone ${timeZone}, 'YYYY-MM') as month, account, plan_id as "planId",
      coalesce(sum(amount_cents) filter (where amount_cents > 0), 0) as "debitCents",
      coalesce(-sum(amount_cents) filter (where amount_cents < 0), 0) as "creditCents"
    from ledger_postings join ledger_entries on ledger_entries.id = entry_id
    where occurred_at < ${before}
    group by 1, 2, 3
    order by 1`.execute(db);
  return rows.map(({ debitCents, creditCents, ...row }) => ({
    ...row,
    debitCents: Number(debitCents),
    creditCents: Number(creditCents),
  }));
}

export interface DeferredRevenue {
  at: Date;
  planId: number;
  deferredCents: number;
}

/**
 * Returns, for each instant and plan, how many cents of the yearly payments pay for the time after the
 * instant. Discounts, and refunds and disputes before the instant, are subtracted. Cards that a company adds
 * during its year are paid once and cover the rest of that year.
 */
export async function sumDeferredRevenue(db: Db, instants: readonly Date[]): Promise<DeferredRevenue[]> {
  const list = JSON.stringify(instants);
  const { rows } = await sql<DeferredRevenue>`
    with sold as (
      select payment_id, plan_id, -sum(amount_cents) as net_cents,
        sum(-sum(amount_cents)) over (partition by payment_id) as payment_cents
      from ledger_postings
        join ledger_entries on ledger_entries.id = entry_id
        join plans on plans.id = plan_id and plans.billing_interval = 'year'
      where ledger_entries.kind = 'payment' and account in ('revenue', 'discounts')
      group by payment_id, plan_id
    ), covered as (
      select sold.*, payments.paid_at, payments.period_start as starts_at,
        coalesce(year.period_end, payments.period_end) as ends_at
      from sold
        join payments on payments.id = sold.payment_id
        join purchases on purchases.id = payments.purchase_id
        left join lateral (
          select other.period_end from payments other join purchases owner on owner.id = other.purchase_id
          where payments.period_end = payments.period_start and owner.account_id = purchases.account_id
            and other.period_start <= payments.paid_at and other.period_end > payments.paid_at + interval '1 second'
            and other.period_end > other.period_start + interval '32 days'
          order by other.period_end desc limit 1
        ) year on true
    )
    select instant.at, plan_id as "planId", sum(round(
        greatest(0, net_cents * (1 - returned.cents / nullif(payment_cents, 0)))
        * extract(epoch from ends_at - greatest(instant.at, starts_at)) / extract(epoch from ends_at - starts_at))) as "deferredCents"
    from (select value::timestamptz as at from json_array_elements_text(${list}::json)) instant
      join covered on covered.paid_at < instant.at and covered.ends_at > instant.at
      cross join lateral (
        select coalesce(sum(amount_cents), 0)::numeric as cents
        from ledger_postings join ledger_entries on ledger_entries.id = entry_id
        where ledger_entries.payment_id = covered.payment_id and account in ('refunds', 'disputes')
          and occurred_at < instant.at
      ) returned
    group by 1, 2
    order by 1, 2`.execute(db);
  return rows.map((row) => ({ ...row, deferredCents: Number(row.deferredCents) }));
}

export async function findPlanNames(db: Db): Promise<Map<number, string>> {
  const rows = await db.selectFrom('plans').select(['id', 'orderSummaryName']).execute();
  return new Map(rows.map(({ id, orderSummaryName }) => [id, orderSummaryName]));
}
