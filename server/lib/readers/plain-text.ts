// What nobody can see or means in text that was typed or pasted (D68).

import { HIDDEN } from './hidden.ts';

const PLAIN_ASCII = /^[\x20-\x7e]*$/;

/** Hidden characters that change what others look like: joiners, variants, and the tags of flags. */
const JOINERS = '[\\u180B-\\u180F\\u200C\\u200D\\uFE00-\\uFE0F\\u{E0020}-\\u{E007F}\\u{E0100}-\\u{E01EF}]';
/** A visible character of a script in which joiners matter. */
const JOINABLE =
  `(?!${JOINERS})[\\p{scx=Arab}\\p{scx=Syrc}\\p{scx=Mong}\\p{scx=Deva}\\p{scx=Beng}\\p{scx=Guru}\\p{scx=Gujr}` +
  '\\p{scx=Orya}\\p{scx=Taml}\\p{scx=Telu}\\p{scx=Knda}\\p{scx=Mlym}\\p{scx=Sinh}\\p{scx=Khmr}\\p{scx=Tibt}\\p{scx=Mymr}]';
const EMOJI = '\\p{Extended_Pictographic}\\p{Emoji_Modifier}?[\\uFE0E\\uFE0F]?';

/** The characters before and between joiners that matter, together with them. */
const JOINED = [
  // The flags of England, Scotland, and Wales
  '\\u{1F3F4}[\\u{E0030}-\\u{E0039}\\u{E0061}-\\u{E007A}]+\\u{E007F}',
  `${EMOJI}(?:\\u200D${EMOJI})*`,
  '[0-9#*]\\uFE0F\\u20E3',
  `${JOINABLE}[\\u200C\\u200D](?=${JOINABLE})`,
  // The last letter of a word, in Devanagari, Bengali, Malayalam, and Sinhala
  '[\\u094D\\u09CD\\u0D4D\\u0DCA]\\u200D',
  // A letter's variant, which some family names need
  '\\p{Script=Han}[\\uFE00-\\uFE02\\u{E0100}-\\u{E01EF}]',
  `(?!${JOINERS})\\p{Script=Mongolian}[\\u180B-\\u180F]`,
].join('|');

const NEVER_MEANT = new RegExp(`(?!${JOINERS})${HIDDEN.source}`, 'gu');
const JOINER = new RegExp(`(${JOINED})|${JOINERS}`, 'gu');
const ODD_SPACE = /(?! )[\p{Zs}\u2028\u2029]/gu;
/** Chinese characters have canonical variants that look different, so they stay as they are. */
const COMPOSABLE = /\P{Script=Han}+/gu;

function clean(text: string): string {
  return text
    .replace(NEVER_MEANT, '')
    .replace(JOINER, (_, joined?: string) => joined ?? '')
    .replace(ODD_SPACE, ' ')
    .replace(COMPOSABLE, (part) => part.normalize('NFC'));
}

/** Removes hidden characters and the spaces around the line, and makes odd spaces plain. */
export function cleanLine(text: string): string {
  return PLAIN_ASCII.test(text) ? text.trim() : clean(text).trim();
}

/** Like `cleanLine`, but keeps the spaces around the text, so that it can be used while the user types. */
export function removeHidden(text: string): string {
  return PLAIN_ASCII.test(text) ? text : clean(text);
}

const PLAIN_MARKS: ReadonlyArray<[RegExp, string]> = [
  [/[\u2018\u2019\u201A\u201B\u2032\u00B4]/g, "'"],
  [/[\u201C-\u201F\u2033\u00AB\u00BB]/g, '"'],
  [/[\u2010-\u2015\u2212\uFE58\uFE63]/g, '-'],
];
/** Full-width Latin letters and digits, and half-width kana. */
const ODD_WIDTH = /[\uFF01-\uFF5E\uFF61-\uFF9F]+/g;
/** Decimal digits of Arabic, Persian, Hindi, and Bengali keyboards, by the code point of their zero. */
const FOREIGN_DIGIT = /[\u0660-\u0669\u06F0-\u06F9\u0966-\u096F\u09E6-\u09EF]/g;
const ZEROS = [0x660, 0x6f0, 0x966, 0x9e6];

function toPlainDigit(digit: string): string {
  const code = digit.charCodeAt(0);
  const zero = ZEROS.findLast((each) => each <= code) ?? code;
  return String(code - zero);
}

/**
 * Like `cleanLine`, for text that isn't prose: also makes quotes, dashes, and characters of another width plain,
 * and several spaces one.
 */
export function plainLine(text: string): string {
  let line = cleanLine(text);
  if (!PLAIN_ASCII.test(line)) {
    line = line.replace(ODD_WIDTH, (letters) => letters.normalize('NFKC'));
    line = line.replace(COMPOSABLE, (part) => part.normalize('NFC'));
    line = PLAIN_MARKS.reduce((plain, [marks, mark]) => plain.replace(marks, mark), line);
  }
  return line.replace(/ {2,}/g, ' ');
}

/** Like `plainLine`, for numbers: also reads the digits of other scripts. */
export function plainNumber(text: string): string {
  return plainLine(text).replace(FOREIGN_DIGIT, toPlainDigit);
}

/** Removes quotes and brackets around text that was copied with them, and the period of its sentence. */
export function unwrap(line: string): string {
  return line.replace(/^["'“”‘’«»<([\s]+|["'“”‘’«»>)\].,;\s]+$/g, '');
}
