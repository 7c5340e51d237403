import { createHash } from 'node:crypto';
import { inTransaction } from '#db/client.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';
import type { StoredFile } from '../integrations/files/file-store.ts';
import { drawLogo } from './logo-picture.ts';
import {
  findOwnBusiness,
  isUploadedLogoUsed,
  lockOwnBusiness,
  setOwnLogo,
} from './own-business.repository.ts';

const FILES = '/files/';
const LOGO_KEY = /^logos\/[0-9a-f]{32}\.webp$/;

/**
 * Draws the picture anew, keeps it and shows it with the account's business (DESIGN D51); returns its path. Throws
 * LOGO_INVALID, LOGO_TOO_LARGE, BUSINESS_NOT_FOUND, or UNAVAILABLE where it cannot be kept.
 */
export async function changeLogo(
  deps: Deps,
  accountId: string,
  picture: Uint8Array,
): Promise<{ logo: string }> {
  if (!(await findOwnBusiness(deps.db, accountId))) throw new AppError('BUSINESS_NOT_FOUND');
  const bytes = await drawLogo(picture);
  const key = `logos/${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}.webp`;
  const logo = FILES + key;
  await reach(deps, () => deps.files.put(key, bytes));
  const former = await replaceLogo(deps, accountId, logo);
  // Somebody else may have let go of the same picture meanwhile, and found that nobody shows it.
  await reach(deps, async () => {
    if (!(await deps.files.get(key))) await deps.files.put(key, bytes);
  });
  if (former !== logo) await discard(deps, former);
  return { logo };
}

/** Shows the account's business without a logo. Throws BUSINESS_NOT_FOUND. */
export async function clearLogo(deps: Deps, accountId: string): Promise<void> {
  await discard(deps, await replaceLogo(deps, accountId, null));
}

/** The file of an uploaded logo by its key; null where there is none. Throws UNAVAILABLE. */
export async function readLogo(deps: Deps, key: string): Promise<StoredFile | null> {
  return LOGO_KEY.test(key) ? reach(deps, () => deps.files.get(key)) : null;
}

async function replaceLogo(deps: Deps, accountId: string, logo: string | null): Promise<string | null> {
  return inTransaction(deps.db, async (trx) => {
    const business = await lockOwnBusiness(trx, accountId);
    if (!business) throw new AppError('BUSINESS_NOT_FOUND');
    await setOwnLogo(trx, accountId, logo);
    return business.logo;
  });
}

/** Removes a file that nobody shows any more; where that fails it stays, and the owner need not know. */
async function discard(deps: Deps, logo: string | null): Promise<void> {
  const key = logo?.startsWith(FILES) ? logo.slice(FILES.length) : '';
  if (logo === null || !LOGO_KEY.test(key)) return;
  try {
    if (await isUploadedLogoUsed(deps.db, logo)) return;
    const file = await deps.files.get(key);
    if (!file) return;
    await deps.files.remove(key);
    // Whoever uploaded the same picture in between relies on it.
    if (await isUploadedLogoUsed(deps.db, logo)) await deps.files.put(key, file.bytes);
  } catch (err) {
    deps.log.warn({ err, key }, 'a logo that nobody shows could not be removed');
  }
}

/** Throws UNAVAILABLE where the disk or the bucket fails: the owner may try again, and the fault is in the log. */
async function reach<T>(deps: Deps, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (err) {
    deps.log.error({ err }, 'the file store failed');
    throw new AppError('UNAVAILABLE', {
      message: 'We cannot reach our file store just now. Please try again in a moment.',
      cause: err,
    });
  }
}
