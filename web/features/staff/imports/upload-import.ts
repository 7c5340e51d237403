import { z } from 'zod';
import {
  type ImportKindName,
  importUploadPath,
  MAX_IMPORT_BYTES,
} from '#server/staff/imports/import-kinds.shared.ts';
import { getCsrfHeaders } from '#web/lib/csrf.ts';
import { FALLBACK_MESSAGE } from '#web/lib/errors.ts';

const UNREACHABLE = 'We couldn’t upload the file. Please check your connection and try again.';
export const FILE_TOO_LARGE = `Please choose a file of at most ${MAX_IMPORT_BYTES / 1024 ** 2} MB. Split a larger one into several files.`;

export type ImportOptions = Readonly<Record<string, string | boolean>>;

const successResponse = z.object({ id: z.uuid() });
const errorResponse = z.object({ error: z.string() });

/** Returns the import's id. Throws an error with a message for the user. */
export async function uploadImport(
  kind: ImportKindName,
  file: File,
  options: ImportOptions = {},
): Promise<string> {
  const query = new URLSearchParams({ name: file.name, options: JSON.stringify(options) });
  const headers = { 'content-type': 'text/csv', ...(await getCsrfHeaders()) };
  const response = await fetch(`${importUploadPath(kind)}?${query}`, {
    method: 'POST',
    credentials: 'same-origin',
    headers,
    body: file,
  }).catch(() => {
    throw new Error(UNREACHABLE);
  });
  const body: unknown = await response.json().catch(() => null);
  if (response.ok) return successResponse.parse(body).id;
  throw new Error(errorResponse.safeParse(body).data?.error ?? FALLBACK_MESSAGE);
}
