import { createHash } from 'node:crypto';

/** Identifies a value by its JSON. The same content in another order of keys is another value. */
export function hashJson(value: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(value ?? null))
    .digest('base64url');
}
