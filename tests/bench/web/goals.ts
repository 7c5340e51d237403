import { formatFigure } from '../support/figures.ts';

/** Script and style are in gzip bytes, LCP and interaction in milliseconds; shift is a score. */
export const GOALS = { script: 130_000, style: 20_000, lcp: 1_800, shift: 0.02, interaction: 150 } as const;

export const MISSED_MARK = '✗';

/** A table cell, and whether it misses its goal. */
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
