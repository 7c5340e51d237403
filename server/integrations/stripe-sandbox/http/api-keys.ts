import { SandboxError } from './errors.ts';
import type { JsonObject } from './json.ts';
import type { Access } from './route.ts';

/** Accepts any test key. */
export function authenticateKey(authorization: string | undefined): Access {
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
  return scheme.toLowerCase() === 'bearer' && value !== '' ? value : undefined;
}

function refused(message: string): SandboxError {
  return new SandboxError(401, { type: 'invalid_request_error', message });
}

const PRIVATE_FIELDS = ['metadata', 'customer', 'latest_charge', 'receipt_email', 'application'];

/** Removes what Stripe hides from callers with a publishable key. */
export function withoutPrivateFields(answer: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(answer).filter(([field]) => !PRIVATE_FIELDS.includes(field)));
}
