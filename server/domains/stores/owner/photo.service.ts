import { type Db, inTransaction, type Trx } from '#db/client.ts';
import { AppError } from '../../../lib/errors.ts';
import { newId } from '../../../lib/ids.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { StoredFile } from '../../../platform/integrations/files/file-store.ts';
import { MAX_PHOTOS, type Photo } from '../page/business-page.schema.ts';
import { callFileStore, FILES_PREFIX } from './logo.service.ts';
import { convertPhoto } from './logo-picture.ts';
import { findOwnBusiness, lockOwnBusiness } from './own-business.repository.ts';
import { deleteOwnPhoto, findOwnPhotos, insertPhoto, updateOwnPhotos } from './photo.repository.ts';

const PHOTO_KEY = /^photos\/[0-9a-f]{32}\.webp$/;

/** Returns the photos of the account's business in order. */
export async function listOwnPhotos(db: Db, accountId: string): Promise<Photo[]> {
  return findOwnPhotos(db, accountId);
}

/**
 * Converts and stores an image as the last photo of the account's business (D51). Throws BUSINESS_NOT_FOUND,
 * TOO_MANY_PHOTOS, LOGO_INVALID, LOGO_TOO_LARGE, or, if the file store fails, UNAVAILABLE.
 */
export async function addPhoto(deps: Deps, accountId: string, imageBytes: Uint8Array): Promise<Photo[]> {
  if (!(await findOwnBusiness(deps.db, accountId))) throw new AppError('BUSINESS_NOT_FOUND');
  requireRoom(await findOwnPhotos(deps.db, accountId));
  const { bytes, width, height } = await convertPhoto(imageBytes);
  const id = newId();
  const key = `photos/${id.replaceAll('-', '')}.webp`;
  await callFileStore(deps, () => deps.files.put(key, bytes));
  const file = FILES_PREFIX + key;
  try {
    await inTransaction(deps.db, async (trx) => {
      const businessId = await lockBusiness(trx, accountId);
      const photos = await findOwnPhotos(trx, accountId);
      requireRoom(photos);
      await insertPhoto(trx, { id, businessId, position: photos.length + 1, file, width, height });
    });
  } catch (error) {
    await deletePhotoFiles(deps, [file]);
    throw error;
  }
  return findOwnPhotos(deps.db, accountId);
}

/**
 * Saves the photos' descriptions, and their order in the list. Throws CHANGED_SINCE if the list doesn't
 * contain exactly the current photos.
 */
export async function changePhotos(
  { db }: Pick<Deps, 'db'>,
  accountId: string,
  photos: ReadonlyArray<Pick<Photo, 'id' | 'alt'>>,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    await lockBusiness(trx, accountId);
    const existingPhotos = await findOwnPhotos(trx, accountId);
    const sortIds = (list: ReadonlyArray<{ id: string }>) => list.map(({ id }) => id).toSorted();
    if (String(sortIds(photos)) !== String(sortIds(existingPhotos))) throw new AppError('CHANGED_SINCE');
    await updateOwnPhotos(trx, accountId, photos);
  });
}

/** Throws BUSINESS_NOT_FOUND, or NOT_FOUND if the account's business has no such photo. */
export async function removePhoto(deps: Deps, accountId: string, id: string): Promise<void> {
  const file = await inTransaction(deps.db, async (trx) => {
    await lockBusiness(trx, accountId);
    const deletedFile = await deleteOwnPhoto(trx, accountId, id);
    if (deletedFile === null) throw new AppError('NOT_FOUND');
    await updateOwnPhotos(trx, accountId, await findOwnPhotos(trx, accountId));
    return deletedFile;
  });
  await deletePhotoFiles(deps, [file]);
}

/** Returns null if there is no photo with this key. Throws UNAVAILABLE. */
export async function readPhoto(deps: Deps, key: string): Promise<StoredFile | null> {
  return PHOTO_KEY.test(key) ? callFileStore(deps, () => deps.files.get(key)) : null;
}

/** A failure only leaves an unused file, so it is logged instead of reported to the owner. */
export async function deletePhotoFiles(deps: Deps, files: readonly string[]): Promise<void> {
  for (const file of files) {
    const key = file.slice(FILES_PREFIX.length);
    await deps.files
      .remove(key)
      .catch((err: unknown) => deps.log.warn({ err, key }, 'failed to delete an unused photo'));
  }
}

function requireRoom(photos: readonly Photo[]): void {
  if (photos.length >= MAX_PHOTOS) throw new AppError('TOO_MANY_PHOTOS');
}

/** Locks the account's business until the transaction ends, and returns its id. */
async function lockBusiness(trx: Trx, accountId: string): Promise<string> {
  const business = await lockOwnBusiness(trx, accountId);
  if (!business) throw new AppError('BUSINESS_NOT_FOUND');
  return business.id;
}
