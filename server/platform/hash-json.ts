import { createHash } from 'node:crypto';

/** Returns a hash of the value's JSON. It depends on the order of keys. */
export function hashJson(value: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(value ?? null))
    .digest('base64url');
}
