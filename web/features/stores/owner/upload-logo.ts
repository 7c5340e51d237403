import { paths } from '#server/site/pages.shared.ts';
import { csrfHeaders } from '#web/lib/csrf.ts';
import { FALLBACK_MESSAGE } from '#web/lib/errors.ts';

const UNREACHED = 'We could not send your picture. Please check your connection and try again.';

/** The server's error message for the owner. */
export class LogoRefused extends Error {}

async function put(file: File): Promise<Response> {
  try {
    return await fetch(paths.businessLogo(), {
      method: 'PUT',
      credentials: 'same-origin',
      headers: { 'content-type': file.type, ...(await csrfHeaders()) },
      // Reads the bytes now, because uploading fails if the file changes on disk.
      body: await file.arrayBuffer(),
    });
  } catch {
    throw new LogoRefused(UNREACHED);
  }
}

/** Uploads a logo. Throws `LogoRefused` with the server's message. */
export async function uploadLogo(file: File): Promise<void> {
  const answer = await put(file);
  if (answer.ok) return;
  const body: unknown = await answer.json().catch(() => null);
  const said = typeof body === 'object' && body !== null && 'error' in body ? body.error : null;
  throw new LogoRefused(typeof said === 'string' ? said : FALLBACK_MESSAGE);
}
