import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

const resolve = createRequire(import.meta.url).resolve;
const FONT_FILE_PREFIX = '@fontsource/bricolage-grotesque/files/bricolage-grotesque';

/** Our web font has one file per script. These are the non-ASCII characters in each. */
const LETTERS_BY_SCRIPT = {
  latin:
    '¡¢£¥¦§¨©ª«¬®¯°±²³´µ¶·¸¹º»¼½¾¿ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿĂıŒœ–—‘’‚“”„•…‹›€™−',
  'latin-ext':
    'ĀāăĄąĆćĊċČčĎďĐđĒēĖėĘęĚěĞğĠġĢģĦħĨĩĪīĮįİĲĳĶķĹĺĻļĽľŁłŃńŅņŇňŊŋŌōŐőŔŕŖŗŘřŚśŞşŠšŤťŨũŪūŬŭŮůŰűŲųŴŵŶŷŸŹźŻżŽžƠơƯưǍǎȘșȚțẀẁẂẃẄẅẞỲỳỴỵỶỷỸỹ',
  vietnamese: 'ẠạẢảẤấẦầẨẩẪẫẬậẮắẰằẲẳẴẵẶặẸẹẺẻẼẽẾếỀềỂểỄễỆệỈỉỊịỌọỎỏỐốỒồỔổỖỗỘộỚớỜờỞởỠỡỢợỤụỦủỨứỪừỬửỮữỰự',
} as const;

export type FontScript = keyof typeof LETTERS_BY_SCRIPT;
export type FontWeight = 400 | 700;

const SCRIPTS = ['latin', 'latin-ext', 'vietnamese'] as const satisfies FontScript[];
const WEIGHTS = [400, 700] as const satisfies FontWeight[];
const SCRIPT_BY_LETTER = new Map(
  SCRIPTS.flatMap((script) =>
    [...LETTERS_BY_SCRIPT[script]].map((letter): [string, FontScript] => [letter, script]),
  ),
);
const ASCII = /^[\x20-\x7e]$/;

function findScript(letter: string): FontScript | undefined {
  return ASCII.test(letter) ? 'latin' : SCRIPT_BY_LETTER.get(letter);
}

export function getFontName(script: FontScript, weight: FontWeight): string {
  return `${script}-${weight}`;
}

let fontFiles: Promise<[name: string, bytes: Buffer][]> | undefined;

/** Reads all font files once. */
export function loadPdfFonts(): Promise<[name: string, bytes: Buffer][]> {
  fontFiles ??= Promise.all(
    SCRIPTS.flatMap((script) =>
      WEIGHTS.map(async (weight): Promise<[string, Buffer]> => {
        const file = resolve(`${FONT_FILE_PREFIX}-${script}-${weight}-normal.woff`);
        return [getFontName(script, weight), await readFile(file)];
      }),
    ),
  );
  return fontFiles;
}

interface FontRun {
  script: FontScript;
  text: string;
}

/** Splits a line into runs that each need one font file. */
export function splitFontRuns(line: string): FontRun[] {
  const runs: FontRun[] = [];
  for (const letter of line) {
    const script = findScript(letter) ?? 'latin';
    const lastRun = runs.at(-1);
    if (lastRun?.script === script) lastRun.text += letter;
    else runs.push({ script, text: letter });
  }
  return runs;
}

/**
 * Reduces a line to the characters that our fonts have. Other letters lose their accent or become question
 * marks. Emoji and invisible characters are removed.
 */
export function toDrawableLine(line: string): string {
  const cleanedLine = line
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .replace(
      /\p{Extended_Pictographic}(?<![©®™])|\p{Emoji_Modifier}|\p{Regional_Indicator}|\p{C}|\p{Variation_Selector}/gu,
      '',
    );
  return Array.from(cleanedLine, toDrawableLetter).join('').replace(/ +/g, ' ').trim();
}

function toDrawableLetter(letter: string): string {
  if (findScript(letter)) return letter;
  const withoutAccents = letter.normalize('NFKD').replace(/\p{M}+/gu, '');
  if (withoutAccents !== '' && [...withoutAccents].every(findScript)) return withoutAccents;
  return /\p{M}/u.test(letter) ? '' : '?';
}
