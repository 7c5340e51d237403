import { createHash } from 'node:crypto';
import { inTransaction } from '#db/client.ts';
import { AppError } from '../../../lib/errors.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { StoredFile } from '../../../platform/integrations/files/file-store.ts';
import { convertLogo } from './logo-picture.ts';
import {
  findOwnBusiness,
  isUploadedLogoUsed,
  lockOwnBusiness,
  setOwnLogo,
} from './own-business.repository.ts';

export const FILES_PREFIX = '/files/';
const LOGO_KEY = /^logos\/[0-9a-f]{32}\.webp$/;

/**
 * Converts and stores an image, makes it the logo of the account's business, and returns its path (D51).
 * Throws LOGO_INVALID, LOGO_TOO_LARGE, BUSINESS_NOT_FOUND, or, if the file store fails, UNAVAILABLE.
 */
export async function changeLogo(
  deps: Deps,
  accountId: string,
  imageBytes: Uint8Array,
): Promise<{ logo: string }> {
  if (!(await findOwnBusiness(deps.db, accountId))) throw new AppError('BUSINESS_NOT_FOUND');
  const bytes = await convertLogo(imageBytes);
  const key = `logos/${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}.webp`;
  const logo = FILES_PREFIX + key;
  await callFileStore(deps, () => deps.files.put(key, bytes));
  const previousLogo = await replaceLogo(deps, accountId, logo);
  // Another business with the same logo may have deleted the file before this business referred to it.
  await callFileStore(deps, async () => {
    if (!(await deps.files.get(key))) await deps.files.put(key, bytes);
  });
  if (previousLogo !== logo) await deleteUnusedLogo(deps, previousLogo);
  return { logo };
}

/** Throws BUSINESS_NOT_FOUND. */
export async function clearLogo(deps: Deps, accountId: string): Promise<void> {
  await deleteUnusedLogo(deps, await replaceLogo(deps, accountId, null));
}

/** Returns null if the account has no logo. */
export async function getOwnLogo({ db }: Pick<Deps, 'db'>, accountId: string): Promise<string | null> {
  return (await findOwnBusiness(db, accountId))?.logo ?? null;
}

/** Returns null if there is no logo with this key. Throws UNAVAILABLE. */
export async function readLogo(deps: Deps, key: string): Promise<StoredFile | null> {
  return LOGO_KEY.test(key) ? callFileStore(deps, () => deps.files.get(key)) : null;
}

async function replaceLogo(deps: Deps, accountId: string, logo: string | null): Promise<string | null> {
  return inTransaction(deps.db, async (trx) => {
    const business = await lockOwnBusiness(trx, accountId);
    if (!business) throw new AppError('BUSINESS_NOT_FOUND');
    await setOwnLogo(trx, accountId, logo);
    return business.logo;
  });
}

/**
 * Deletes a logo's file unless a business still uses it. A failure only leaves an unused file, so it is
 * logged instead of reported to the owner.
 */
export async function deleteUnusedLogo(deps: Deps, logo: string | null): Promise<void> {
  const key = logo?.startsWith(FILES_PREFIX) ? logo.slice(FILES_PREFIX.length) : '';
  if (logo === null || !LOGO_KEY.test(key)) return;
  try {
    if (await isUploadedLogoUsed(deps.db, logo)) return;
    const file = await deps.files.get(key);
    if (!file) return;
    await deps.files.remove(key);
    // Another business may have started to use the file while it was being deleted.
    if (await isUploadedLogoUsed(deps.db, logo)) await deps.files.put(key, file.bytes);
  } catch (err) {
    deps.log.warn({ err, key }, 'failed to delete an unused logo');
  }
}

/** Logs an error of the file store, and throws UNAVAILABLE so that the owner can try again. */
export async function callFileStore<T>(deps: Deps, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (err) {
    deps.log.error({ err }, 'the file store failed');
    throw new AppError('UNAVAILABLE', {
      message: 'We can’t save files right now. Please try again in a moment.',
      cause: err,
    });
  }
}
