/** Crockford's base32: no I, L, O or U, so that a number read aloud or typed at a till stays the same. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 12;

function checkSymbol(body: string): string {
  let sum = 0;
  let factor = 2;
  for (let i = body.length - 1; i >= 0; i--) {
    const product = factor * ALPHABET.indexOf(body.charAt(i));
    sum += Math.floor(product / ALPHABET.length) + (product % ALPHABET.length);
    factor = factor === 2 ? 1 : 2;
  }
  return ALPHABET.charAt((ALPHABET.length - (sum % ALPHABET.length)) % ALPHABET.length);
}

/** A new number: 11 random symbols (55 bits) and a Luhn-mod-32 check (DESIGN D3). */
export function newMembershipNumber(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(LENGTH - 1));
  const body = Array.from(bytes, (byte) => ALPHABET.charAt(byte % ALPHABET.length)).join('');
  return body + checkSymbol(body);
}

/**
 * The stored form of what somebody typed or scanned: any case, with spaces or hyphens, O for 0 and I or L for 1.
 * Null where it cannot be a number, which a look-up answers with 'not found'.
 */
export function parseMembershipNumber(typed: string): string | null {
  if (typed.length > 64) return null;
  const plain = typed
    .toUpperCase()
    .replace(/[\s\u2010-\u2015-]/g, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1');
  if (plain.length !== LENGTH || [...plain].some((symbol) => !ALPHABET.includes(symbol))) return null;
  return checkSymbol(plain.slice(0, -1)) === plain.slice(-1) ? plain : null;
}

/** As people read it: XXXX-XXXX-XXXX. */
export function formatMembershipNumber(number: string): string {
  return number.replace(/(.{4})(?=.)/g, '$1-');
}
