import { randomBytes } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/**
 * Random bytes are generated in bulk, because a purchase creates dozens of ids, and generating them singly
 * would take a tenth of its time.
 */
let randomPool = randomBytes(4096);
let usedBytes = 0;

/** Creates an id in Stripe's format, for example `sub_` followed by 24 letters and digits. */
export function newId(prefix: string, length = 24): string {
  if (usedBytes + length > randomPool.length) {
    randomPool = randomBytes(randomPool.length);
    usedBytes = 0;
  }
  let text = '';
  for (const byte of randomPool.subarray(usedBytes, usedBytes + length))
    text += ALPHABET[byte % ALPHABET.length];
  usedBytes += length;
  return `${prefix}_${text}`;
}

export function newClientSecret(intentId: string): string {
  return `${intentId}_${newId('secret')}`;
}
