import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import { guardCell, unguardCell } from '#server/lib/spreadsheet.ts';

const STARTS = ['=', '+', '-', '@', '\u2212'];

/** Whether a lenient spreadsheet program could run a cell: it ignores what can't be seen, and folds widths. */
function isFormula(cell: string): boolean {
  const text = cell
    .replace(/^["\s\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]+/u, '')
    .normalize('NFKC');
  return STARTS.some((start) => text.startsWith(start));
}

const nastyText = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...'=+-@＝＋－＠﹣⁻₌−;,|\t\r\n\'" \u00a0\u200b\u200d\ufeff\u00ad\u2060\u3164\u0000\u0085\u2028',
      ),
      fc.constantFrom('1+1', "cmd|' /C calc'!A0", 'HYPERLINK("http://x")', '\r\n', '""', "''"),
      fc.string({ unit: 'grapheme', maxLength: 3 }),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));

describe('[D51] a cell that a spreadsheet would run as a formula', () => {
  test.each([
    ['=1+1', "'=1+1"],
    ['+1 555', "'+1 555"],
    ['-x', "'-x"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ["'=1", "''=1"],
    ['＝1+1', "'＝1+1"],
    ['\u200b=1+1', "'\u200b=1+1"],
    [' =1+1', "' =1+1"],
    ['"=1+1"', '\'"=1+1"'],
    ['\tx', "'\tx"],
    [';=1+1', "';'=1+1"],
    ['Ann;=1+1', "Ann;'=1+1"],
    ['Ann\r\n=1+1', "Ann\r\n'=1+1"],
    ["'s Gravenhage", "'s Gravenhage"],
    ['Mon-Fri; Sat 9-5', 'Mon-Fri; Sat 9-5'],
    ['a=b', 'a=b'],
    ['', ''],
  ])('%j is written as %j and imported unchanged', (text, cell) => {
    expect(guardCell(text)).toBe(cell);
    expect(unguardCell(cell)).toBe(text);
  });

  test('is guarded whichever form its first character has', () => {
    for (let code = 0; code <= 0x1ffff; code++) {
      if (code >= 0xd800 && code <= 0xdfff) continue;
      const text = `${String.fromCodePoint(code)}1`;
      if (isFormula(text)) expect({ code, cell: guardCell(text) }).toEqual({ code, cell: `'${text}` });
    }
  });

  test('is guarded with every separator that a program may read the file with', () => {
    fc.assert(
      fc.property(fc.array(nastyText, { minLength: 1, maxLength: 3 }), (texts) => {
        const file = stringify([texts.map(guardCell)]);
        const cells = [
          ...[',', ';', '\t'].flatMap((delimiter) => Papa.parse<string[]>(file, { delimiter }).data.flat()),
          // A program that ignores quotation marks.
          ...file.split(/[;\t\r\n]/),
        ];
        expect(cells.filter(isFormula)).toEqual([]);
      }),
      { numRuns: 3_000 },
    );
  });

  test('is imported as it was exported, whatever the text is', () => {
    fc.assert(
      fc.property(nastyText, (text) => {
        expect(unguardCell(guardCell(text))).toBe(text);
        expect(unguardCell(guardCell(guardCell(text)))).toBe(guardCell(text));
      }),
      { numRuns: 3_000 },
    );
  });

  test('takes time in proportion to the text, however many invisible characters it has', () => {
    const texts = [' ', '\n', ';', "'", '\u200b', '; ', "\n'"].map((part) => part.repeat(200_000));
    const startedAt = performance.now();
    for (const text of texts) expect(unguardCell(guardCell(text))).toBe(text);
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  });
});
