import { sql } from 'kysely';
import type { Db } from '#db/client.ts';
import type { WeekFigures } from './figure.schema.ts';
import type { FigureKind } from './figure.shared.ts';

export interface FigureCount {
  businessId: string;
  /** The week's Monday, as YYYY-MM-DD. */
  week: string;
  kind: string;
  count: number;
}

/** Adds counts to the stored figures. Skips businesses that no longer exist. */
export async function addFigures(db: Db, counts: readonly FigureCount[]): Promise<void> {
  const column = (name: keyof FigureCount) => sql.val(counts.map((count) => count[name]));
  const sum = (kind: FigureKind) => sql`coalesce(sum(given.count) filter (where given.kind = ${kind}), 0)`;
  // Write in the order of ids, so that two processes never wait for each other's rows.
  await sql`
    insert into store_figures as stored (business_id, week, shown, opened, copied, directions, calls)
    select businesses.id, given.week, ${sum('shown')}, ${sum('opened')}, ${sum('copied')}, ${sum('directions')},
      ${sum('calls')}
    from unnest(${column('businessId')}::uuid[], ${column('week')}::date[], ${column('kind')}::text[],
      ${column('count')}::int4[]) as given (id, week, kind, count)
    join businesses on businesses.id = given.id
    group by businesses.id, given.week
    order by businesses.id, given.week
    on conflict (business_id, week) do update set shown = stored.shown + excluded.shown,
      opened = stored.opened + excluded.opened, copied = stored.copied + excluded.copied,
      directions = stored.directions + excluded.directions, calls = stored.calls + excluded.calls`.execute(
    db,
  );
}

/** Returns the figures of the account's business from `firstWeek` on. Omits weeks without counts. */
export async function findOwnFigures(db: Db, accountId: string, firstWeek: string): Promise<WeekFigures[]> {
  return db
    .selectFrom('storeFigures as figures')
    .innerJoin('businesses', 'businesses.id', 'figures.businessId')
    .select([
      sql<string>`figures.week::text`.as('week'),
      'figures.shown',
      'figures.opened',
      'figures.copied',
      'figures.directions',
      'figures.calls',
    ])
    .where('businesses.accountId', '=', accountId)
    .where('figures.week', '>=', firstWeek)
    .execute();
}

export async function deleteFiguresBefore(db: Db, week: string): Promise<void> {
  await db.deleteFrom('storeFigures').where('week', '<', week).execute();
}
