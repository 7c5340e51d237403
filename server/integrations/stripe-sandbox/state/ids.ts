import { randomBytes } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Random bytes in stock: a purchase makes sixty ids, and asking for each alone would cost a tenth of it. */
let stock = randomBytes(4096);
let used = 0;

/** An id of Stripe's form: `sub_` and 24 letters or digits. */
export function newId(prefix: string, length = 24): string {
  if (used + length > stock.length) {
    stock = randomBytes(stock.length);
    used = 0;
  }
  let text = '';
  for (const byte of stock.subarray(used, used + length)) text += ALPHABET[byte % ALPHABET.length];
  used += length;
  return `${prefix}_${text}`;
}

/** An intent's client secret: its id, which says what it opens, and a secret. */
export function newClientSecret(intentId: string): string {
  return `${intentId}_${newId('secret')}`;
}
