import { formatFigure } from '../support/figures.ts';

/** `script` and `style` are gzip bytes, `lcp` and `interaction` are milliseconds, and `shift` is a score. */
export const GOALS = { script: 130_000, style: 20_000, lcp: 1_800, shift: 0.02, interaction: 150 } as const;

export const MISSED_MARK = '✗';

export interface Cell {
  text: string;
  missed: boolean;
}

export function goalCell(text: string, missed: boolean): Cell {
  return { text: missed ? `${text} ${MISSED_MARK}` : text, missed };
}

export const plainCell = (text: string): Cell => ({ text, missed: false });
export const kilobytes = (bytes: number): string => formatFigure(bytes / 1000);
export const milliseconds = (time: number): string => String(Math.round(time));
export const score = (value: number): string => value.toFixed(3);
