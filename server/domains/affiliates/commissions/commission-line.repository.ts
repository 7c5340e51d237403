import { sql } from 'kysely';
import type { Db } from '#db/client.ts';

/** A commission line with everything that its affiliate sees. */
export interface CommissionRow {
  id: string;
  createdAt: Date;
  rule: string;
  ratePercent: number | null;
  bonusCents: number | null;
  baseCents: number;
  amountCents: number;
  reason: string;
  adjusts: string | null;
  payableAt: Date;
  sold: string;
  ordinal: number;
  payoutId: string | null;
  /** The amount of the line that this line adjusts, or this line's own amount if it adjusts none. */
  rootCents: number;
  rootPayoutId: string | null;
  /** The sum of the root line and all its adjustments. */
  groupCents: number;
}

interface LineRange {
  limit: number;
  /** If set, only these lines. */
  ids?: readonly string[];
  /** The paginated list uses `offset`. The CSV export uses `after` to continue where the last batch ended. */
  offset?: number;
  after?: { createdAt: Date; id: string } | undefined;
}

/** Returns the newest commission lines first. */
export async function findCommissionRows(
  db: Db,
  affiliateId: string,
  { limit, ids, offset = 0, after }: LineRange,
): Promise<CommissionRow[]> {
  // Limit before joining, so that only these rows are joined.
  const lines = db
    .selectFrom('commissions')
    .select(['id', 'paymentId', 'createdAt', 'rule', 'ratePercent', 'bonusCents', 'baseCents'])
    .select(['amountCents', 'reason', 'adjusts', 'payableAt'])
    .select(sql<string>`coalesce(adjusts, id)`.as('rootId'))
    .where('affiliateId', '=', affiliateId)
    .$if(ids !== undefined, (query) => query.where('id', 'in', ids ?? []))
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(created_at, id) < (${after?.createdAt}, ${after?.id})`),
    )
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .as('line');
  const rows = await db
    .selectFrom(lines)
    .innerJoin('payments', 'payments.id', 'line.paymentId')
    .innerJoin('purchases', 'purchases.id', 'payments.purchaseId')
    .innerJoin('commissions as root', 'root.id', 'line.rootId')
    .leftJoin('payoutLines as paid', 'paid.commissionId', 'line.id')
    .leftJoin('payoutLines as rootPaid', 'rootPaid.commissionId', 'root.id')
    .select(['line.id', 'line.createdAt', 'line.rule', 'line.ratePercent', 'line.bonusCents'])
    .select(['line.baseCents', 'line.amountCents', 'line.reason', 'line.adjusts', 'line.payableAt'])
    .select(['paid.payoutId', 'rootPaid.payoutId as rootPayoutId', 'root.amountCents as rootCents'])
    .select((eb) => [
      sql<string>`coalesce(purchases.quote -> 'lines' -> 0 ->> 'description', '')`.as('sold'),
      eb
        .selectFrom('payments as earlier')
        .select(eb.fn.countAll<number>().as('count'))
        .whereRef('earlier.purchaseId', '=', 'payments.purchaseId')
        .where(sql<boolean>`(earlier.paid_at, earlier.id) <= (payments.paid_at, payments.id)`)
        .as('ordinal'),
      eb
        .selectFrom('commissions as later')
        .select((subquery) => subquery.fn.sum<number | null>('later.amountCents').as('cents'))
        .whereRef('later.adjusts', '=', 'root.id')
        .as('adjustedCents'),
    ])
    .orderBy('line.createdAt', 'desc')
    .orderBy('line.id', 'desc')
    .execute();
  return rows.map(({ adjustedCents, ...row }) => ({
    ...row,
    ratePercent: row.ratePercent === null ? null : Number(row.ratePercent),
    ordinal: Number(row.ordinal),
    groupCents: row.rootCents + Number(adjustedCents ?? 0),
  }));
}

export async function countCommissions(db: Db, affiliateId: string): Promise<number> {
  const { count } = await db
    .selectFrom('commissions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('affiliateId', '=', affiliateId)
    .executeTakeFirstOrThrow();
  return Number(count);
}
