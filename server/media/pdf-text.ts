import type { Pdf } from './pdf-document.ts';
import { drawableLine, type FontWeight, fontName, fontRuns } from './pdf-fonts.ts';

export interface TextBox {
  /** Points from the page's left and top. */
  x: number;
  y: number;
  width: number;
  size: number;
  weight: FontWeight;
  color: string;
  align?: 'left' | 'right';
  /** What does not fit into so many lines is left out, and an ellipsis says so. */
  maxLines?: number;
  link?: string;
}

const LINE_HEIGHT = 1.35;

/**
 * Draws a paragraph and returns where the next one begins. Lines are broken here, because a word may need several
 * of the font's files and must not be torn where they meet.
 */
export function drawText(pdf: Pdf, text: string, box: TextBox): number {
  pdf.fontSize(box.size).fillColor(box.color);
  const measure = (part: string) => widthOf(pdf, part, box.weight);
  const broken = breakLines(text, box.width, measure);
  const lines = shorten(broken, box.maxLines ?? broken.length, box.width, measure);
  lines.forEach((line, i) => {
    const space = box.align === 'right' ? box.width - widthOf(pdf, line, box.weight) : 0;
    drawLine(pdf, line, { ...box, x: box.x + space, y: box.y + i * box.size * LINE_HEIGHT });
  });
  return box.y + lines.length * box.size * LINE_HEIGHT;
}

/** The size, at most `size`, at which the text fits into one line. */
export function sizeToFit(
  pdf: Pdf,
  text: string,
  { width, size, weight }: Pick<TextBox, 'width' | 'size' | 'weight'>,
): number {
  pdf.fontSize(size);
  return Math.min(size, (size * width) / widthOf(pdf, drawableLine(text), weight));
}

function drawLine(pdf: Pdf, line: string, { x, y, weight, link }: TextBox): void {
  let left = x;
  for (const run of fontRuns(line)) {
    pdf.font(fontName(run.script, weight));
    pdf.text(run.text, left, y, { lineBreak: false, ...(link ? { link, underline: true } : {}) });
    left += pdf.widthOfString(run.text);
  }
}

function widthOf(pdf: Pdf, text: string, weight: FontWeight): number {
  return fontRuns(text).reduce(
    (sum, run) => sum + pdf.font(fontName(run.script, weight)).widthOfString(run.text),
    0,
  );
}

function shorten(lines: string[], most: number, width: number, measure: (part: string) => number): string[] {
  if (lines.length <= most) return lines;
  const kept = lines.slice(0, most);
  let last = kept.pop() ?? '';
  while (last !== '' && measure(`${last}…`) > width) last = last.slice(0, -1);
  return [...kept, `${last.replace(/[\s,]+$/, '')}…`];
}

/** Breaks between words; a word that is longer than a line breaks anywhere. */
function breakLines(text: string, width: number, measure: (part: string) => number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of drawableLine(text).split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (measure(longer) <= width) {
      line = longer;
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
