import { z } from 'zod';
import { inTransaction } from '#db/client.ts';
import { AppError } from '../../lib/errors.ts';
import { newId } from '../../lib/ids.ts';
import type { AccountContext } from '../../platform/context.ts';
import { recordAudit } from '../../platform/monitoring/audit.service.ts';
import { deleteImport, insertImport, setUploaded } from './import.repository.ts';
import { storeUpload } from './import-files.ts';
import { isImportKind, MAX_IMPORT_BYTES } from './import-kinds.shared.ts';
import { KINDS } from './import-kinds.ts';

const NO_OPTIONS = z.strictObject({});

/** `options` is JSON. */
export const importUpload = z.object({
  kind: z.string().refine(isImportKind, 'Please choose what the file contains'),
  name: z.string().trim().min(1).max(200),
  options: z
    .string()
    .max(2_000)
    .default('{}')
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        context.issues.push({ code: 'custom', input: text, message: 'Please send JSON' });
        return z.NEVER;
      }
    }),
});
type ImportUpload = z.infer<typeof importUpload>;

/** Stores a file while it arrives, and starts its dry run. Throws IMPORT_TOO_LARGE. */
export async function uploadImport(
  { deps, account }: AccountContext,
  { kind, name, options }: ImportUpload,
  body: AsyncIterable<Uint8Array>,
): Promise<{ id: string }> {
  if (!isImportKind(kind)) throw new AppError('NOT_FOUND');
  const validOptions = (KINDS[kind].options ?? NO_OPTIONS).parse(options);
  const id = newId();
  const createdAt = deps.now();
  const row = { id, kind, fileName: name, options: validOptions, uploadedBy: account.id, createdAt };
  await insertImport(deps.db, row);
  const upload = await storeUpload(deps.files, id, body, {
    maxBytes: MAX_IMPORT_BYTES,
    refuse: () => new AppError('IMPORT_TOO_LARGE'),
  }).catch(async (error: unknown) => {
    await deleteImport(deps.db, id);
    throw error;
  });
  await inTransaction(deps.db, async (trx) => {
    await setUploaded(trx, id, upload);
    const change = { before: null, after: `${kind}, ${upload.bytes} bytes` };
    const entry = { actorId: account.id, subject: `import:${id}`, at: deps.now(), change };
    await recordAudit(trx, { ...entry, action: 'import.upload' });
    await deps.jobs.enqueue(trx, 'continue-import', { importId: id });
  });
  return { id };
}
