import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatMembershipNumber, newMembershipNumber } from '#server/lib/membership-number.ts';
import { readMembershipNumber } from '#server/lib/readers/membership-number.ts';
import { valueOrNull } from '#server/lib/readers/reading.ts';

const SYMBOLS = [...'0123456789ABCDEFGHJKMNPQRSTVWXYZ'];
const symbol = fc.constantFrom(...SYMBOLS);
/** Generates any valid number: 11 characters and the check symbol that fits. */
const number = fc.array(symbol, { minLength: 11, maxLength: 11 }).map((body) => {
  const validNumbers = SYMBOLS.map((check) => body.join('') + check).filter((typed) =>
    valueOrNull(readMembershipNumber(typed)),
  );
  if (validNumbers.length !== 1)
    throw new Error(`${validNumbers.length} check characters are valid for ${body.join('')}`);
  return validNumbers[0] ?? '';
});

describe('[D3] a membership number', () => {
  test('has 12 unambiguous characters and is shown as XXXX-XXXX-XXXX', () => {
    for (let made = 0; made < 1_000; made++) {
      const newNumber = newMembershipNumber();
      expect(newNumber).toMatch(/^[0-9A-HJKMNP-TV-Z]{12}$/);
      expect(formatMembershipNumber(newNumber)).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$/);
      expect(valueOrNull(readMembershipNumber(formatMembershipNumber(newNumber)))).toBe(newNumber);
    }
  });

  test('is different each time it is generated', () => {
    const numbers = Array.from({ length: 10_000 }, newMembershipNumber);
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  test('has exactly one valid check character, and parsing returns the same number', () => {
    fc.assert(
      fc.property(number, (valid) => {
        expect(valueOrNull(readMembershipNumber(formatMembershipNumber(valid)))).toBe(valid);
      }),
    );
  });

  test('is invalid with one wrong character', () => {
    fc.assert(
      fc.property(number, fc.nat(11), symbol, (valid, place, wrong) => {
        fc.pre(valid.charAt(place) !== wrong);
        expect(
          valueOrNull(readMembershipNumber(valid.slice(0, place) + wrong + valid.slice(place + 1))),
        ).toBeNull();
      }),
      { numRuns: 1_000 },
    );
  });

  test('is invalid with two neighbors swapped, except 0 and Z', () => {
    fc.assert(
      fc.property(number, fc.nat(10), (valid, place) => {
        const [left, right] = [valid.charAt(place), valid.charAt(place + 1)];
        fc.pre(left !== right && !(left + right === '0Z' || left + right === 'Z0'));
        const swapped = valid.slice(0, place) + right + left + valid.slice(place + 2);
        expect(valueOrNull(readMembershipNumber(swapped))).toBeNull();
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('[D3] a typed membership number', () => {
  const storedNumber = 'A1B0C2D3E4F9';
  const typedNumber = SYMBOLS.map((check) => storedNumber.slice(0, -1) + check).find((each) =>
    valueOrNull(readMembershipNumber(each)),
  );
  if (!typedNumber) throw new Error('no check character is valid');

  test('can be lowercase, with spaces or any hyphens, O for 0, and I or L for 1', () => {
    const formattedNumber = formatMembershipNumber(typedNumber);
    const spellings = [
      formattedNumber,
      formattedNumber.toLowerCase(),
      typedNumber,
      `  ${typedNumber.slice(0, 4)} ${typedNumber.slice(4, 8)}  ${typedNumber.slice(8)}\n`,
      formattedNumber.replaceAll('-', '\u2013'),
      formattedNumber.replaceAll('-', '\u2011'),
      formattedNumber.replaceAll('0', 'O'),
      formattedNumber.replaceAll('0', 'o'),
      formattedNumber.replaceAll('1', 'I'),
      formattedNumber.replaceAll('1', 'l'),
    ];
    for (const spelling of spellings)
      expect(valueOrNull(readMembershipNumber(spelling)), spelling).toBe(typedNumber);
  });

  test('is read as null if it is anything else, without an error', () => {
    const nonsense = [
      '',
      ' ',
      typedNumber.slice(1),
      `${typedNumber}0`,
      typedNumber.replace('A', 'U'),
      'é'.repeat(12),
      '\0'.repeat(12),
    ];
    for (const text of [...nonsense, 'A'.repeat(100_000)])
      expect(valueOrNull(readMembershipNumber(text))).toBeNull();
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (text) => {
        expect([null, 12]).toContain(valueOrNull(readMembershipNumber(text))?.length ?? null);
      }),
    );
  });
});
