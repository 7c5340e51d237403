import { paths } from '#server/site/pages.shared.ts';
import { csrfHeaders } from '#web/lib/csrf.ts';
import { FALLBACK_MESSAGE } from '#web/lib/errors.ts';

const UNREACHED = 'We could not send your picture. Please check your connection and try again.';

/** What went wrong, in words for the owner. */
export class LogoRefused extends Error {}

async function put(file: File): Promise<Response> {
  try {
    return await fetch(paths.businessLogo(), {
      method: 'PUT',
      credentials: 'same-origin',
      headers: { 'content-type': file.type, ...(await csrfHeaders()) },
      // Its bytes as they are now: a file that is changed meanwhile could not be sent.
      body: await file.arrayBuffer(),
    });
  } catch {
    throw new LogoRefused(UNREACHED);
  }
}

/** Sends a logo as it is; throws `LogoRefused` with the server's sentence. */
export async function sendLogo(file: File): Promise<void> {
  const answer = await put(file);
  if (answer.ok) return;
  const body: unknown = await answer.json().catch(() => null);
  const said = typeof body === 'object' && body !== null && 'error' in body ? body.error : null;
  throw new LogoRefused(typeof said === 'string' ? said : FALLBACK_MESSAGE);
}
