import { type Db, inTransaction } from '#db/client.ts';
import { toBusinessDate } from '../../../lib/dates.ts';
import { AppError } from '../../../lib/errors.ts';
import type { AccountContext } from '../../../platform/context.ts';
import { categoryName } from '../category.shared.ts';
import { toPageSlug } from '../page/page-slug.shared.ts';
import {
  countFavorites,
  findFavorites,
  insertFavorite,
  isFavorite,
  lockFavorites,
} from './favorite.repository.ts';
import type { Favorite } from './favorite.schema.ts';

const MAX_FAVORITES = 100;

/** Returns the account's favorites that are listed, newest first. */
export async function listFavorites(db: Db, accountId: string, now: Date): Promise<Favorite[]> {
  const rows = await findFavorites(db, accountId, toBusinessDate(now));
  return rows.map(({ searchName, categories: [type = 0], ...row }) => ({
    ...row,
    slug: toPageSlug({ id: row.id, searchName }),
    type: categoryName(type),
  }));
}

/**
 * Does nothing if the business is already a favorite. Throws MEMBERS_ONLY, NOT_FOUND, or TOO_MANY_FAVORITES.
 */
export async function addFavorite(
  { deps, account, isMember }: AccountContext,
  businessId: string,
): Promise<void> {
  if (!(await isMember())) throw new AppError('MEMBERS_ONLY');
  const key = { accountId: account.id, businessId };
  await inTransaction(deps.db, async (trx) => {
    await lockFavorites(trx, account.id);
    if (await isFavorite(trx, key)) return;
    if ((await countFavorites(trx, account.id)) >= MAX_FAVORITES) throw new AppError('TOO_MANY_FAVORITES');
    await insertFavorite(trx, { ...key, at: deps.now() });
    if (!(await isFavorite(trx, key))) throw new AppError('NOT_FOUND');
  });
}
