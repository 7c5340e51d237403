import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import {
  accountEmailLine,
  emailLine,
  maskEmail,
  optionalEmailLine,
  optionalLine,
  optionalPhone,
  phoneLine,
  requiredLine,
} from '#server/lib/text.ts';

/** Returns the parsed value, or the first error message. */
function outcome(rule: z.ZodType, input: unknown): { value: unknown } | string {
  const parsed = rule.safeParse(input);
  return parsed.success ? { value: parsed.data } : (parsed.error.issues[0]?.message ?? '');
}

/** Text that PostgreSQL can't store or that doesn't belong in a single line. */
const INVALID = ['\0', 'a\0b', 'two\nlines', 'tab\tbed', '\u001b[31mred', 'half \ud800 of a pair', '\u0085'];
/** Input without visible characters. */
const BLANK = ['', ' ', '\t\n', '\u00a0', '\u200b', '\u200b \u2060', '\ufeff', '\u00ad'];

describe('[S5] a required line', () => {
  const rule = requiredLine('Required Field', 10);

  test.each(['Zoë', 'O’Brien-Ló', '王', '🎫', "x'); -- \\%", '0'])('accepts %j', (text) => {
    expect(outcome(rule, text)).toEqual({ value: text });
  });

  test('is trimmed', () => {
    expect(outcome(rule, '  Mary Ann \n')).toEqual({ value: 'Mary Ann' });
  });

  test.each([...BLANK, undefined, null, 5, [], {}, true])(
    'refuses %j with the message for a required field',
    (input) => {
      expect(outcome(rule, input)).toBe('Required Field');
    },
  );

  test.each(INVALID)('refuses %j', (text) => {
    expect(outcome(requiredLine('Required Field'), text)).toBe(
      'Please use only letters, numbers, and symbols',
    );
  });

  test('has a maximum length', () => {
    expect(outcome(rule, 'a'.repeat(10))).toEqual({ value: 'a'.repeat(10) });
    expect(outcome(rule, 'a'.repeat(11))).toBe('Please use at most 10 characters');
  });
});

describe('[S5] an optional line', () => {
  test.each([...BLANK, undefined, null])('reads %j as null', (input) => {
    expect(outcome(optionalLine(), input)).toEqual({ value: null });
  });

  test('is trimmed, and has the same limits as a required line', () => {
    expect(outcome(optionalLine(), ' Apt 5 ')).toEqual({ value: 'Apt 5' });
    expect(outcome(optionalLine(3), 'abcd')).toBe('Please use at most 3 characters');
    for (const text of INVALID)
      expect(outcome(optionalLine(), text)).toBe('Please use only letters, numbers, and symbols');
  });
});

describe('[S5] an email address', () => {
  const rule = emailLine('Required Field');

  test('is read as D68 says, or refused', () => {
    expect(outcome(rule, ' \u200Bzoe@Example.com ')).toEqual({ value: 'zoe@example.com' });
    expect(outcome(rule, 'a..b@example.com')).toBe('Invalid Email');
    expect(outcome(optionalEmailLine(), ' \u200B ')).toEqual({ value: null });
    expect(outcome(accountEmailLine('Required Field'), '\u200Bnonsense')).toEqual({ value: 'nonsense' });
  });

  test('refuses line breaks that would inject mail headers', () => {
    expect(outcome(rule, 'zoe@example.com\nBcc: bob@example.com')).not.toEqual(
      expect.objectContaining({ value: expect.anything() }),
    );
  });

  test.each(['', '  ', undefined])('refuses %j as missing', (email) => {
    expect(outcome(rule, email)).toBe('Required Field');
  });

  test('is validated quickly, even if it is long and unusual', () => {
    const startedAt = performance.now();
    for (const text of [
      `a@${'a.'.repeat(100)}`,
      `${'a'.repeat(120)}@${'-'.repeat(120)}`,
      `a@${'a-'.repeat(120)}`,
      `a@${'ä-'.repeat(120)}`,
    ]) {
      expect(outcome(rule, text)).toBe('Invalid Email');
    }
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  });
});

describe('[S5] a telephone number', () => {
  test('is read as D68 says, refused, or required', () => {
    expect(outcome(phoneLine('Required'), '303–555–0100')).toEqual({ value: '303-555-0100' });
    expect(outcome(phoneLine('Required'), '12')).toBe('Please enter a phone number');
    expect(outcome(phoneLine('Required'), ' ')).toBe('Required');
    expect(outcome(optionalPhone(), ' ')).toEqual({ value: null });
  });
});

describe('[D5 D6] a masked email address', () => {
  test.each([
    ['zoe@example.com', 'z•••@example.com'],
    ['z@example.com', 'z•••@example.com'],
    ['"odd@one"@example.com', '"•••@example.com'],
    ['@example.com', '•••'],
    ['nonsense', '•••'],
    ['', '•••'],
  ])('hides most of %s', (email, masked) => {
    expect(maskEmail(email)).toBe(masked);
  });

  test('shows the first letter and the domain, but not the length', () => {
    const name = fc.stringMatching(/^[a-z][a-z0-9.]{3,40}$/);
    fc.assert(
      fc.property(name, name, (firstName, secondName) => {
        const maskedEmail = maskEmail(`${firstName}@example.com`);
        expect(maskedEmail).toBe(`${firstName.charAt(0)}•••@example.com`);
        expect(maskedEmail.length).toBe(maskEmail(`${secondName}@example.com`).length);
      }),
    );
  });
});
