import { inTransaction } from '#db/client.ts';
import { newId } from '#server/lib/ids.ts';
import type { Deps } from '#server/platform/deps.ts';
import { insertImport, setUploaded } from '#server/staff/imports/import.repository.ts';

/** Stores a file of members that the account uploaded. Returns the import's id. */
export async function makeUpload(
  { db, files, now }: Pick<Deps, 'db' | 'files' | 'now'>,
  uploadedBy: string,
): Promise<string> {
  const id = newId();
  const file = Buffer.from('email,plan\n');
  const row = { id, kind: 'members', fileName: 'members.csv', options: {}, uploadedBy, createdAt: now() };
  await insertImport(db, row);
  await files.put(`imports/${id}/1.csv`, file);
  await inTransaction(db, (trx) => setUploaded(trx, id, { bytes: file.length, parts: 1 }));
  return id;
}
