import { createRequire } from 'node:module';
import { FONT_CHARACTERS, type FontFile } from '../../lib/printable-text.ts';

export type FontWeight = 400 | 700;

const WEIGHTS = [400, 700] as const satisfies FontWeight[];
const resolve = createRequire(import.meta.url).resolve;

export function getFontName(file: FontFile, weight: FontWeight): string {
  return `${file}-${weight}`;
}

function getFontPath(file: FontFile, weight: FontWeight): string {
  const family = file.startsWith('noto-sans') ? 'noto-sans' : 'bricolage-grotesque';
  return resolve(`@fontsource/${family}/files/${file}-${weight}-normal.woff`);
}

/** Makes our fonts known to a document, which reads only those that it uses. */
export function registerFonts(pdf: { registerFont(name: string, path: string): unknown }): void {
  for (const [file] of FONT_CHARACTERS) {
    for (const weight of WEIGHTS) pdf.registerFont(getFontName(file, weight), getFontPath(file, weight));
  }
}
