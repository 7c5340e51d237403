import { formatFigure } from '../support/figures.ts';

/** `script` and `style` are gzip bytes, `lcp` and `interaction` are milliseconds, and `shift` is a score. */
export const GOALS = { script: 130_000, style: 20_000, lcp: 1_800, shift: 0.02, interaction: 150 } as const;

export const MISSED_MARK = '✗';

export interface Cell {
  text: string;
  isMissed: boolean;
}

export function goalCell(text: string, isMissed: boolean): Cell {
  return { text: isMissed ? `${text} ${MISSED_MARK}` : text, isMissed };
}

export const plainCell = (text: string): Cell => ({ text, isMissed: false });
export const formatKilobytes = (bytes: number): string => formatFigure(bytes / 1000);
export const formatMilliseconds = (time: number): string => String(Math.round(time));
export const formatScore = (value: number): string => value.toFixed(3);
