import type { Db } from '#db/client.ts';
import { AppError } from '../../../lib/errors.ts';
import { isStaff } from '../../../lib/staff-permissions.ts';
import type { Context } from '../../../platform/context.ts';
import type { Deps } from '../../../platform/deps.ts';
import { getAddressKey } from '../../../platform/rate-limits/ip-address-key.ts';
import { findOwnBusiness } from '../owner/own-business.repository.ts';
import { findListedOwner } from '../page/business-page.repository.ts';
import { parsePageSlug } from '../page/page-slug.shared.ts';
import { addFigures, deleteFiguresBefore, findOwnFigures } from './figure.repository.ts';
import type { WeekFigures } from './figure.schema.ts';
import { FIGURE_KINDS, type StoreAction, WEEKS_SHOWN } from './figure.shared.ts';
import { toMonday, toWeekNumber } from './week.ts';

/** A full year, plus the partial weeks at both ends. */
const WEEKS_KEPT = 54;

type Caller = Pick<Context, 'account' | 'entryPoint' | 'deps'>;

/**
 * Excludes the gateway's clients, which search to create reports, and staff, who search to check listings.
 */
const isVisitor = ({ account, entryPoint }: Caller) =>
  entryPoint === 'web' && !(account && isStaff(account.accountType));

/** Counts one view of each business on a page of results, except the caller's own. */
export function countShown(
  ctx: Caller,
  stores: ReadonlyArray<{ businessId: string; accountId: string | null }>,
): void {
  if (!isVisitor(ctx) || stores.length === 0) return;
  const accountId = ctx.account?.id;
  const businessIds = new Set<string>();
  for (const store of stores) {
    if (accountId === undefined || store.accountId !== accountId) businessIds.add(store.businessId);
  }
  ctx.deps.figures.countShown(businessIds);
}

/** Does nothing if the business isn't listed, or if the caller owns it or isn't a visitor. */
export async function countAction(
  ctx: Caller & Pick<Context, 'ip'>,
  slug: string,
  action: StoreAction,
): Promise<void> {
  const key = parsePageSlug(slug);
  if (key === null || !isVisitor(ctx)) return;
  const business = await ctx.deps.reader.read('search', (db) => findListedOwner(db, key));
  if (!business || (ctx.account && business.accountId === ctx.account.id)) return;
  ctx.deps.figures.countAction(business.businessId, action, getAddressKey(ctx.ip));
}

/** Returns the last weeks of the account's business, oldest first. Throws BUSINESS_NOT_FOUND. */
export async function listOwnFigures(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  accountId: string,
): Promise<WeekFigures[]> {
  if (!(await findOwnBusiness(db, accountId))) throw new AppError('BUSINESS_NOT_FOUND');
  const currentWeek = toWeekNumber(now());
  const weeks = Array.from({ length: WEEKS_SHOWN }, (_, index) =>
    toMonday(currentWeek - WEEKS_SHOWN + 1 + index),
  );
  const countedWeeks = await findOwnFigures(db, accountId, weeks[0] ?? '');
  const noFigures = { shown: 0, opened: 0, copied: 0, directions: 0, calls: 0 };
  return weeks.map((week) => countedWeeks.find((figures) => figures.week === week) ?? { week, ...noFigures });
}

/** Adds to the stored figures of a business. */
export async function addWeekFigures(
  db: Db,
  businessId: string,
  weeks: readonly WeekFigures[],
): Promise<void> {
  await addFigures(
    db,
    weeks.flatMap(({ week, ...figures }) =>
      FIGURE_KINDS.map((kind) => ({ businessId, week, kind, count: figures[kind] })),
    ),
  );
}

export async function deleteOldFigures({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  await deleteFiguresBefore(db, toMonday(toWeekNumber(now()) - WEEKS_KEPT));
}
