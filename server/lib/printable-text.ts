// What the fonts of our documents can draw (D68). The browser uses the same table, without the fonts.

/**
 * The characters of each font file, as ranges of code points in hexadecimal. A character is drawn with the first
 * file that has it.
 */
export const FONT_CHARACTERS = [
  [
    'bricolage-grotesque-latin',
    '20-7e a1-a3 a5-ac ae-ff 102 131 152-153 2c6 2da 2dc 300-301 303-304 308-309 323 2013-2014 2018-201a 201c-201e 2022 2026 2032-2033 2039-203a 2044 20ac 2122 2191 2193 2212',
  ],
  [
    'bricolage-grotesque-latin-ext',
    '20 41 c1 100-107 10a-113 116-11b 11e-123 126-12b 12e-130 132-133 136-137 139-13e 141-148 14a-14d 150-151 154-15b 15e-161 164-165 168-17e 1a0-1a1 1af-1b0 1cd-1ce 218-21b 237 2c7 2dd 300-301 303-304 308-309 323 1e80-1e85 1e9e 1ef2-1ef9 2020 20a1 20a4 20a6 20a8-20a9 20ab 20ad-20ae 20b1-20b2 20b4-20b5 20b8-20ba 20bc-20bf 2113',
  ],
  [
    'bricolage-grotesque-vietnamese',
    '20 41 c1 102-103 110-111 128-129 168-169 1a0-1a1 1af-1b0 300-301 303-304 308-309 323 1ea0-1ef9 20ab',
  ],
  [
    'noto-sans-latin',
    '20-7e a1-ac ae-ff 131 152-153 2bb-2bc 2c6 2da 2dc 300-301 303-304 308-309 323 329 2013-2014 2018-201a 201c-201e 2022 2026 2032-2033 2039-203a 2044 20ac 2122 2212',
  ],
  [
    'noto-sans-latin-ext',
    '20 100-130 132-151 154-2ba 2bc-2c5 2c7-2cc 2ce-2d7 2dd-301 303-304 308-309 323 329 1d00-1dbf 1e00-1e9f 1ef2-1eff 2020 20a0-20ab 20ad-20c0 2113 2c60-2c7f a720-a7ca a7d0-a7d1 a7d3 a7d5-a7d9 a7f2-a7ff',
  ],
  ['noto-sans-greek', '20 370-377 37a-37f 384-38a 38c 38e-3a1 3a3-3e1 3f0-3ff'],
  [
    'noto-sans-greek-ext',
    '20 1f00-1f15 1f18-1f1d 1f20-1f45 1f48-1f4d 1f50-1f57 1f59 1f5b 1f5d 1f5f-1f7d 1f80-1fb4 1fb6-1fc4 1fc6-1fd3 1fd6-1fdb 1fdd-1fef 1ff2-1ff4 1ff6-1ffe',
  ],
  ['noto-sans-cyrillic', '20 301 400-45f 490-491 4b0-4b1 2116'],
  ['noto-sans-cyrillic-ext', '20 460-48f 492-4af 4b2-52f 1c80-1c88 20b4 2de0-2dff a640-a69f fe2e-fe2f'],
] as const;
export type FontFile = (typeof FONT_CHARACTERS)[number][0];

const FONTS = FONT_CHARACTERS.map(([file, ranges]) => {
  const characters = ranges.replace(/[0-9a-f]+/g, '\\u{$&}').replaceAll(' ', '');
  return { file, pattern: new RegExp(`^[${characters}]+$`, 'u') };
});

/** Returns the font file that has all characters of a letter and its accents. */
function findFont(letter: string): FontFile | undefined {
  return FONTS.find(({ pattern }) => pattern.test(letter))?.file;
}

/** A character with the accents that follow it. */
const LETTER = /\P{M}\p{M}*|\p{M}+/gu;
const splitLetters = (text: string): string[] => text.match(LETTER) ?? [];

/** Emoji and invisible characters are never printed. */
const NEVER_PRINTED =
  /\p{Extended_Pictographic}(?<![©®™])|\p{Emoji_Modifier}|\p{Regional_Indicator}|\p{C}|\p{Variation_Selector}/gu;

function cleanLine(line: string): string {
  return line.normalize('NFC').replace(/\s+/gu, ' ').replace(NEVER_PRINTED, '');
}

/** Returns the letter, or the letter without accents. Returns null if no font has it. */
function toPrintableLetter(letter: string): string | null {
  if (findFont(letter)) return letter;
  const withoutAccents = letter.normalize('NFKD').replace(/\p{M}+/gu, '');
  if (withoutAccents === '') return '';
  return [...withoutAccents].every(findFont) ? withoutAccents : null;
}

/**
 * Returns a line as our documents print it. Letters that no font has lose their accents or are left out, as are
 * emoji.
 */
export function toPrintableLine(line: string): string {
  const letters = splitLetters(cleanLine(line)).map((letter) => toPrintableLetter(letter) ?? '');
  return letters.join('').replace(/ +/g, ' ').trim();
}

/** True if our documents can print a name without leaving out a letter. */
export function canPrint(name: string): boolean {
  const letters = splitLetters(cleanLine(name));
  return letters.every((letter) => toPrintableLetter(letter) !== null) && toPrintableLine(name) !== '';
}

interface FontRun {
  file: FontFile;
  text: string;
}

/** Splits a printable line into runs that each need one font file. */
export function splitFontRuns(line: string): FontRun[] {
  const runs: FontRun[] = [];
  for (const letter of splitLetters(line)) {
    const file = findFont(letter);
    if (file === undefined) continue;
    const lastRun = runs.at(-1);
    if (lastRun?.file === file) lastRun.text += letter;
    else runs.push({ file, text: letter });
  }
  return runs;
}
