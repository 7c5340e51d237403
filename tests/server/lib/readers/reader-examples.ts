import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Reading } from '#server/lib/readers/reading.ts';

/** An input, and its clean form or the sentence that refuses it. */
export type Example<Value = string> = [input: string, outcome: { value: Value } | { error: string }];

export const value = <Value>(clean: Value) => ({ value: clean });
export const refused = (error: string) => ({ error });

const codePoints = (...ranges: Array<[first: number, last: number]>) =>
  ranges.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)),
  );

/** Hidden characters that mean nothing anywhere. */
const HIDDEN = codePoints(
  [0xad, 0xad],
  [0x34f, 0x34f],
  [0x61c, 0x61c],
  [0x115f, 0x1160],
  [0x200b, 0x200b],
  [0x200e, 0x200f],
  [0x202a, 0x202e],
  [0x2060, 0x2064],
  [0x2066, 0x206f],
  [0x3164, 0x3164],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xfff9, 0xfffb],
  [0x2800, 0x2800],
  [0xe0001, 0xe0001],
);
/** Hidden characters that matter in some scripts and in emoji, but never in plain English text. */
const JOINERS = codePoints(
  [0x180b, 0x180e],
  [0x200c, 0x200d],
  [0xfe00, 0xfe0f],
  [0xe0020, 0xe007f],
  [0xe0100, 0xe0110],
);

/** Generates a text with hidden characters anywhere in it. */
export function withHidden(text: string): fc.Arbitrary<string> {
  const hidden = /^[\x20-\x7e]*$/.test(text) ? [...HIDDEN, ...JOINERS] : HIDDEN;
  const places = fc.array(
    fc.record({ at: fc.nat([...text].length), character: fc.constantFrom(...hidden) }),
    { minLength: 1, maxLength: 6 },
  );
  return places.map((insertions) => {
    const symbols = [...text];
    for (const { at, character } of insertions) symbols.splice(at, 0, character);
    return symbols.join('');
  });
}

/** Tests a reader with its table, and the rules that every reader follows with generated input. */
export function describeReader<Value>(
  noun: string,
  read: (text: string) => Reading<Value>,
  examples: ReadonlyArray<Example<Value>>,
  format: (clean: Value) => string = String,
): void {
  describe(`[D68] ${noun}`, () => {
    test.each(examples)('%j is read as %j', (input, outcome) => {
      expect(read(input)).toEqual(outcome);
    });

    test('is read the same from its clean form', () => {
      const any = fc.oneof(
        fc.constantFrom(...examples.map(([input]) => input)),
        fc.string({ unit: 'grapheme' }),
      );
      fc.assert(
        fc.property(any, (text) => {
          const reading = read(text);
          if ('value' in reading) expect(read(format(reading.value))).toEqual(reading);
        }),
      );
    });

    test('is read the same with hidden characters in it', () => {
      const any = fc
        .constantFrom(...examples)
        .chain(([input]) => fc.tuple(fc.constant(input), withHidden(input)));
      fc.assert(
        fc.property(any, ([input, typed]) => {
          expect(read(typed)).toEqual(read(input));
        }),
      );
    });
  });
}
