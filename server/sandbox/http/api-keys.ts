import { SandboxError } from './errors.ts';
import type { JsonObject } from './json.ts';
import type { Access } from './route.ts';

export function authenticateKey(authorization: string | undefined): Access {
  const key = parseBearerToken(authorization);
  if (key === undefined) {
    throw unauthorized(
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    );
  }
  if (/^(sk|rk)_test_\w+$/.test(key)) return 'secret';
  if (/^pk_test_\w+$/.test(key)) return 'publishable';
  throw unauthorized(`Invalid API Key provided: ${key.slice(0, 8)}****`);
}

function parseBearerToken(authorization: string | undefined): string | undefined {
  const [scheme = '', value = ''] = (authorization ?? '').split(' ');
  return scheme.toLowerCase() === 'bearer' && value !== '' ? value : undefined;
}

function unauthorized(message: string): SandboxError {
  return new SandboxError(401, { type: 'invalid_request_error', message });
}

const PRIVATE_FIELDS = ['metadata', 'customer', 'latest_charge', 'receipt_email', 'application'];

/** Removes the fields that Stripe hides from callers with a publishable key. */
export function removePrivateFields(response: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(response).filter(([field]) => !PRIVATE_FIELDS.includes(field)));
}
