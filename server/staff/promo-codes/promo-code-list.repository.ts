import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { describeDiscount, getLastDay } from '../../domains/catalog/promo-code-words.shared.ts';
import { toBusinessDate } from '../../lib/dates.ts';
import { type ReadList, readPage, sortBy } from '../kit/list.repository.ts';
import { promoCodeList } from './promo-code-lists.shared.ts';

/** Codes from before D42 have no date. The index has exactly this expression. */
const CREATED = sql<Date>`coalesce(promo_codes.created_at, to_timestamp(0))`;
const USES = sql<number>`(select count(*) from promo_holds
  where promo_holds.code = promo_codes.code and promo_holds.status <> 'released')`;
const CODE = sortBy(sql.ref('promoCodes.code'), 'text');
/** Sorts after all other characters. */
const LAST_CHARACTER = '\u{10FFFF}';

/**
 * Returns a condition that all codes in a state meet, for each state. It narrows the search to a few
 * candidates, so that the uses of other codes aren't counted.
 */
const candidatesOf = (now: Date): Readonly<Record<string, RawBuilder<SqlBool>>> => ({
  stopped: sql`not promo_codes.is_active`,
  expired: sql`promo_codes.valid_until <= ${now}`,
  scheduled: sql`promo_codes.valid_from > ${now}`,
  usedUp: sql`promo_codes.code = any(array(
    select code from promo_holds where status <> 'released' group by code
    having count(*) >= (select max_uses from promo_codes limited where limited.code = promo_holds.code)))`,
});

export const readPromoCodes: ReadList = async (db, request) => {
  const { search, filters, now } = request;
  const state: RawBuilder<string> = sql`case when not promo_codes.is_active then 'stopped'
    when promo_codes.valid_until <= ${now} then 'expired'
    when promo_codes.max_uses <= ${USES} then 'usedUp'
    when promo_codes.valid_from > ${now} then 'scheduled' else 'running' end`;
  let query = db
    .selectFrom('promoCodes')
    .select(['promoCodes.code', 'amountOff', 'percentOff', 'isFree', 'maxUses', 'validFrom', 'validUntil'])
    .select([state.as('state'), USES.as('uses'), 'promoCodes.createdAt as created']);
  if (search !== '') {
    const prefix = search.toUpperCase();
    query = query
      .where(sql<SqlBool>`promo_codes.code ~>=~ ${prefix}`)
      .where(sql<SqlBool>`promo_codes.code ~<~ ${prefix + LAST_CHARACTER}`);
  }
  if (filters.state) {
    query = query.where(sql<SqlBool>`${state} = ${filters.state}`);
    query = query.where(candidatesOf(now)[filters.state] ?? sql<SqlBool>`true`);
  }
  const sorts = { code: CODE, created: sortBy(CREATED, 'timestamptz') };
  const rows = await readPage(query, sorts, CODE, request);
  const labels = new Map<string, string>(Object.entries(promoCodeList.filters.state.options));
  return rows.map(({ amountOff, percentOff, isFree, validUntil, ...row }) => ({
    ...row,
    discount:
      describeDiscount({ amountOff, percentOff: percentOff === null ? null : Number(percentOff) }) +
      (isFree ? ', no card' : ''),
    state: labels.get(row.state) ?? row.state,
    lastDay: validUntil && toBusinessDate(getLastDay(validUntil)),
  }));
};

/** Lists the purchases that used a code. Without a code, lists none. */
export const readPromoUses: ReadList = async (db, request) => {
  const rows = await readPage(
    db
      .selectFrom('promoHolds')
      .innerJoin('purchases', 'purchases.id', 'promoHolds.purchaseId')
      .select(['purchases.email', 'promoHolds.heldAt as at', 'promoHolds.status as state'])
      .select([
        sql<string>`coalesce(purchases.quote -> 'lines' -> 0 ->> 'description', '')`.as('sold'),
        sql<number>`(purchases.quote ->> 'discountCents')::int`.as('discount'),
        sql<number>`(select coalesce(sum(amount_cents), 0) from payments where purchase_id = purchases.id)`.as(
          'paid',
        ),
        sql<number>`(select coalesce(sum(refunded_cents), 0) from payments where purchase_id = purchases.id)`.as(
          'refunded',
        ),
      ])
      .where('promoHolds.code', '=', request.search.toUpperCase()),
    { at: sortBy(sql.ref('promoHolds.heldAt'), 'timestamptz') },
    sortBy(sql.ref('promoHolds.purchaseId'), 'uuid'),
    request,
  );
  return rows.map((row) => ({ ...row, state: USE_STATES[row.state] }));
};

export const USE_STATES = { held: 'Reserved', consumed: 'Used', released: 'Released' } as const;
