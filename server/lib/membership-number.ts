/** Crockford's base32 leaves out I, L, O, and U, which are easily confused when read aloud or typed. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const NUMBER_LENGTH = 12;

function computeCheckSymbol(body: string): string {
  let sum = 0;
  let factor = 2;
  for (let i = body.length - 1; i >= 0; i--) {
    const product = factor * ALPHABET.indexOf(body.charAt(i));
    sum += Math.floor(product / ALPHABET.length) + (product % ALPHABET.length);
    factor = factor === 2 ? 1 : 2;
  }
  return ALPHABET.charAt((ALPHABET.length - (sum % ALPHABET.length)) % ALPHABET.length);
}

/** Returns 11 random symbols (55 bits) and a Luhn mod 32 check symbol (D3). */
export function newMembershipNumber(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(NUMBER_LENGTH - 1));
  const body = Array.from(bytes, (byte) => ALPHABET.charAt(byte % ALPHABET.length)).join('');
  return body + computeCheckSymbol(body);
}

/**
 * Normalizes a typed or scanned number. Accepts any case, spaces, hyphens, O for 0, and I or L for 1. Returns
 * null if it can't be a membership number.
 */
export function parseMembershipNumber(text: string): string | null {
  if (text.length > 64) return null;
  const normalizedNumber = text
    .toUpperCase()
    .replace(/[\s\u2010-\u2015-]/g, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1');
  if (
    normalizedNumber.length !== NUMBER_LENGTH ||
    [...normalizedNumber].some((symbol) => !ALPHABET.includes(symbol))
  )
    return null;
  return computeCheckSymbol(normalizedNumber.slice(0, -1)) === normalizedNumber.slice(-1)
    ? normalizedNumber
    : null;
}

/** Formats as XXXX-XXXX-XXXX. */
export function formatMembershipNumber(number: string): string {
  return number.replace(/(.{4})(?=.)/g, '$1-');
}
