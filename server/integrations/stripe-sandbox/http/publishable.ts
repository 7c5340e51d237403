import { SandboxError } from './errors.ts';
import type { JsonObject } from './json.ts';
import type { Access } from './route.ts';

/** Who is calling, by `Authorization: Bearer` or the user name of `Basic`. Any test key is as good as another. */
export function readAccess(authorization: string | undefined): Access {
  const key = keyOf(authorization);
  if (key === undefined) {
    throw refused(
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    );
  }
  if (/^(sk|rk)_test_\w+$/.test(key)) return 'secret';
  if (/^pk_test_\w+$/.test(key)) return 'publishable';
  throw refused(`Invalid API Key provided: ${key.slice(0, 8)}****`);
}

function keyOf(authorization: string | undefined): string | undefined {
  const [scheme = '', value = ''] = (authorization ?? '').split(' ');
  if (scheme.toLowerCase() === 'bearer' && value !== '') return value;
  if (scheme.toLowerCase() !== 'basic') return undefined;
  return Buffer.from(value, 'base64').toString('utf8').split(':')[0];
}

function refused(message: string): SandboxError {
  return new SandboxError(401, { type: 'invalid_request_error', message });
}

const PRIVATE = ['metadata', 'customer', 'latest_charge', 'receipt_email', 'application'];

/** What a browser gets to see of an object: not whose it is, nor what the merchant wrote on it. */
export function forBrowsers(answer: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(answer).filter(([field]) => !PRIVATE.includes(field)));
}
