import { getCsrfHeaders } from '#web/lib/csrf.ts';
import { FALLBACK_MESSAGE } from '#web/lib/errors.ts';

const SERVER_UNREACHABLE = 'We couldn’t upload your picture. Please check your connection and try again.';

/** The owner sees the error's message. */
export class PictureRefused extends Error {}

export interface UploadTarget {
  path: string;
  method: 'PUT' | 'POST';
}

async function sendPicture(file: File, { path, method }: UploadTarget): Promise<Response> {
  try {
    return await fetch(path, {
      method,
      credentials: 'same-origin',
      headers: { 'content-type': file.type, ...(await getCsrfHeaders()) },
      // Read the file before sending: an upload fails if the file changes on disk while it runs.
      body: await file.arrayBuffer(),
    });
  } catch {
    throw new PictureRefused(SERVER_UNREACHABLE);
  }
}

/** Throws `PictureRefused` if the server refuses the picture or can't be reached. */
export async function uploadPicture(file: File, target: UploadTarget): Promise<void> {
  const response = await sendPicture(file, target);
  if (response.ok) return;
  const body: unknown = await response.json().catch(() => null);
  const serverMessage = typeof body === 'object' && body !== null && 'error' in body ? body.error : null;
  throw new PictureRefused(typeof serverMessage === 'string' ? serverMessage : FALLBACK_MESSAGE);
}
