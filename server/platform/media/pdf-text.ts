import { splitFontRuns, toPrintableLine } from '../../lib/printable-text.ts';
import type { Pdf } from './pdf-document.ts';
import { type FontWeight, getFontName } from './pdf-fonts.ts';

export interface TextBox {
  /** In points, from the top left corner of the page. */
  x: number;
  y: number;
  width: number;
  size: number;
  weight: FontWeight;
  color: string;
  align?: 'left' | 'right';
  /** Text that needs more lines is truncated with an ellipsis. */
  maxLines?: number;
  link?: string;
}

const LINE_HEIGHT = 1.35;
/**
 * How far below `y` the baseline is, as a part of the size. The same for all fonts of a line, which pdfkit would
 * align at their tops.
 */
const ASCENT = 0.93;

/**
 * Draws a paragraph and returns the y of the next one. Breaks lines itself: a word may need several font
 * files, and pdfkit would break it where the font changes.
 */
export function drawText(pdf: Pdf, text: string, box: TextBox): number {
  pdf.fontSize(box.size).fillColor(box.color);
  const measure = (part: string) => measureWidth(pdf, part, box.weight);
  const wrappedLines = breakLines(text, box.width, measure);
  const lines = truncateLines(wrappedLines, box.maxLines ?? wrappedLines.length, box.width, measure);
  lines.forEach((line, i) => {
    const indent = box.align === 'right' ? box.width - measureWidth(pdf, line, box.weight) : 0;
    drawLine(pdf, line, { ...box, x: box.x + indent, y: box.y + i * box.size * LINE_HEIGHT });
  });
  return box.y + lines.length * box.size * LINE_HEIGHT;
}

/** Text never gets smaller than this. In points. */
const MIN_SIZE = 1;

/** A word is made smaller than this only if its lines would not fit otherwise. In points. */
const MIN_WORD_SIZE = 6;

/**
 * Like `drawText`, but reduces the font size until all lines fit into `height`, and long words into a line if
 * possible.
 */
export function drawFittedText(pdf: Pdf, text: string, box: TextBox & { height: number }): number {
  const wordSizes = text.split(' ').map((word) => sizeToFit(pdf, word, box));
  let size = Math.min(box.size, Math.max(MIN_WORD_SIZE, Math.min(...wordSizes)));
  while (size > MIN_SIZE && measureHeight(pdf, text, { ...box, size }) > box.height) size *= 0.96;
  return drawText(pdf, text, { ...box, size });
}

/** Returns the height of a paragraph, without drawing it. */
export function measureHeight(
  pdf: Pdf,
  text: string,
  { width, size, weight }: Pick<TextBox, 'width' | 'size' | 'weight'>,
): number {
  pdf.fontSize(size);
  return breakLines(text, width, (part) => measureWidth(pdf, part, weight)).length * size * LINE_HEIGHT;
}

/** Returns the largest font size, up to `size`, at which the text fits on one line. */
export function sizeToFit(
  pdf: Pdf,
  text: string,
  { width, size, weight }: Pick<TextBox, 'width' | 'size' | 'weight'>,
): number {
  pdf.fontSize(size);
  return Math.min(size, (size * width) / measureWidth(pdf, toPrintableLine(text), weight));
}

function drawLine(pdf: Pdf, line: string, { x, y, size, weight, link }: TextBox): void {
  let runX = x;
  for (const run of splitFontRuns(line)) {
    pdf.font(getFontName(run.file, weight));
    pdf.text(run.text, runX, y, {
      lineBreak: false,
      baseline: -ASCENT * size,
      ...(link ? { link, underline: true } : {}),
    });
    runX += pdf.widthOfString(run.text);
  }
}

function measureWidth(pdf: Pdf, text: string, weight: FontWeight): number {
  return splitFontRuns(text).reduce(
    (sum, run) => sum + pdf.font(getFontName(run.file, weight)).widthOfString(run.text),
    0,
  );
}

function truncateLines(
  lines: string[],
  maxLines: number,
  width: number,
  measure: (part: string) => number,
): string[] {
  if (lines.length <= maxLines) return lines;
  const visibleLines = lines.slice(0, maxLines);
  let lastLine = visibleLines.pop() ?? '';
  while (lastLine !== '' && measure(`${lastLine}…`) > width) lastLine = lastLine.slice(0, -1);
  return [...visibleLines, `${lastLine.replace(/[\s,]+$/, '')}…`];
}

/** Breaks between words. A word is split only if it is longer than a line. */
function breakLines(text: string, width: number, measure: (part: string) => number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of toPrintableLine(text).split(' ')) {
    const longerLine = line === '' ? word : `${line} ${word}`;
    if (measure(longerLine) <= width) {
      line = longerLine;
      continue;
    }
    if (line !== '') lines.push(line);
    line = '';
    for (const letter of word) {
      if (line !== '' && measure(line + letter) > width) {
        lines.push(line);
        line = '';
      }
      line += letter;
    }
  }
  return [...lines, line];
}
