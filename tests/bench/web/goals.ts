import { rounded } from '../support/figures.ts';

/** DESIGN section 8: bytes as sent with gzip, milliseconds, and a score. */
export const GOALS = { script: 130_000, style: 20_000, lcp: 1_800, shift: 0.02, interaction: 150 } as const;

export const MARK = '✗';

/** A figure of a table, and whether it misses its goal. */
export interface Cell {
  text: string;
  missed: boolean;
}

export function judged(text: string, isMissed: boolean): Cell {
  return { text: isMissed ? `${text} ${MARK}` : text, missed: isMissed };
}

export const plain = (text: string): Cell => ({ text, missed: false });
export const kilobytes = (bytes: number): string => rounded(bytes / 1000);
export const milliseconds = (time: number): string => String(Math.round(time));
export const score = (value: number): string => value.toFixed(3);
