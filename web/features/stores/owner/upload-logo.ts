import { paths } from '#server/site/pages.shared.ts';
import { getCsrfHeaders } from '#web/lib/csrf.ts';
import { FALLBACK_MESSAGE } from '#web/lib/errors.ts';

const SERVER_UNREACHABLE = 'We could not send your picture. Please check your connection and try again.';

/** The owner sees the error's message. */
export class LogoRefused extends Error {}

async function putLogo(file: File): Promise<Response> {
  try {
    return await fetch(paths.businessLogo(), {
      method: 'PUT',
      credentials: 'same-origin',
      headers: { 'content-type': file.type, ...(await getCsrfHeaders()) },
      // Read the file before sending: an upload fails if the file changes on disk while it runs.
      body: await file.arrayBuffer(),
    });
  } catch {
    throw new LogoRefused(SERVER_UNREACHABLE);
  }
}

/** Throws `LogoRefused` if the server refuses the logo or can't be reached. */
export async function uploadLogo(file: File): Promise<void> {
  const response = await putLogo(file);
  if (response.ok) return;
  const body: unknown = await response.json().catch(() => null);
  const serverMessage = typeof body === 'object' && body !== null && 'error' in body ? body.error : null;
  throw new LogoRefused(typeof serverMessage === 'string' ? serverMessage : FALLBACK_MESSAGE);
}
