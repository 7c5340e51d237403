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

/** Checks the symbols and the check symbol of a number without hyphens. */
export function isMembershipNumber(number: string): boolean {
  return (
    number.length === NUMBER_LENGTH &&
    [...number].every((symbol) => ALPHABET.includes(symbol)) &&
    computeCheckSymbol(number.slice(0, -1)) === number.slice(-1)
  );
}

/** Formats as XXXX-XXXX-XXXX. */
export function formatMembershipNumber(number: string): string {
  return number.replace(/(.{4})(?=.)/g, '$1-');
}
