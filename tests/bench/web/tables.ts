import { median } from '../support/figures.ts';
import type { Table } from '../support/table.ts';
import type { Conditions } from './cpu-speed.ts';
import {
  type Cell,
  formatKilobytes,
  formatMilliseconds,
  formatScore,
  GOALS,
  goalCell,
  plainCell,
} from './goals.ts';
import type { ActionTimes, InteractionRun } from './measure-interaction.ts';
import type { Load } from './measure-load.ts';
import type { PageBytes } from './page-bytes.ts';
import { hasBudget } from './pages.ts';

export interface GoalTable {
  table: Table & { caption: string };
  goalCount: number;
  missedCount: number;
}

function createGoalTable(
  caption: string,
  columns: string[],
  rows: Cell[][],
  goalRow: string[],
  goalCount: number,
): GoalTable {
  const texts = rows.map((row) => row.map(({ text }) => text));
  const missedCount = rows.flat().filter((cell) => cell.isMissed).length;
  return { table: { caption, columns, rows: [...texts, goalRow] }, goalCount, missedCount };
}

/** Formats the median of several runs, with the minimum and maximum if they differ. */
function formatSpread(values: readonly number[], format: (value: number) => string): string {
  const [min, max] = [format(Math.min(...values)), format(Math.max(...values))];
  return min === max ? format(median(values)) : `${format(median(values))} (${min} to ${max})`;
}

function createConditionCells(runs: readonly Conditions[]): Cell[] {
  const slowness = median(runs.map((run) => run.slowness)).toFixed(1);
  return [plainCell(slowness), plainCell(median(runs.map(({ load }) => load)).toFixed(1))];
}
const CONDITION_COLUMNS = ['CPU ×', 'load'];

export function bytesTable(pageBytes: ReadonlyMap<string, PageBytes>): GoalTable {
  const rows = [...pageBytes].map(([path, { gzip, brotli, scripts, stripeFiles }]) => {
    const isBudgeted = hasBudget(path);
    return [
      plainCell(path),
      plainCell(formatKilobytes(gzip.document)),
      goalCell(formatKilobytes(gzip.script), isBudgeted && gzip.script > GOALS.script),
      plainCell(formatKilobytes(gzip.laterScript)),
      goalCell(formatKilobytes(gzip.style), isBudgeted && gzip.style > GOALS.style),
      plainCell(formatKilobytes(gzip.laterStyle)),
      plainCell(formatKilobytes(gzip.font)),
      plainCell(formatKilobytes(gzip.image)),
      plainCell(String(scripts)),
      plainCell(formatKilobytes(brotli.document)),
      plainCell(formatKilobytes(brotli.script)),
      plainCell(formatKilobytes(brotli.style)),
      goalCell(String(stripeFiles), stripeFiles > 0),
    ];
  });
  const columns = [
    ...['page', 'document', 'JavaScript', 'JS later', 'CSS', 'CSS later', 'fonts', 'pictures', 'scripts'],
    ...['document Brotli', 'JS Brotli', 'CSS Brotli', 'Stripe files'],
  ];
  const goal = [
    'goal for public pages',
    '',
    formatKilobytes(GOALS.script),
    '',
    formatKilobytes(GOALS.style),
    ...['', '', '', '', '', '', '', '0'],
  ];
  const goalCount = pageBytes.size + 2 * [...pageBytes.keys()].filter(hasBudget).length;
  return createGoalTable('First view, in kB (gzip unless noted):', columns, rows, goal, goalCount);
}

export interface Loads {
  phone: readonly Load[];
  desktop: readonly Load[];
}

/** Uses the worst run, because a layout shift may not happen in every run. */
function createWorstShiftCell(shifts: readonly number[]): Cell {
  const worstShiftScore = Math.max(...shifts);
  return goalCell(formatScore(worstShiftScore), worstShiftScore > GOALS.shift);
}

export function loadTable(loads: ReadonlyMap<string, Loads>): GoalTable {
  const rows = [...loads].map(([path, { phone, desktop }]) => {
    const largest = phone.map(({ largestPaint }) => largestPaint);
    const mostShiftedElement =
      [...phone, ...desktop].sort((a, b) => b.shiftScrolled - a.shiftScrolled)[0]?.moved ?? '';
    return [
      plainCell(path),
      plainCell(formatMilliseconds(median(phone.map(({ firstPaint }) => firstPaint)))),
      goalCell(formatSpread(largest, formatMilliseconds), median(largest) > GOALS.lcp),
      plainCell(phone.at(-1)?.largest ?? ''),
      plainCell(formatMilliseconds(median(phone.map(({ blockedMs: blocked }) => blocked)))),
      createWorstShiftCell(phone.map(({ shift }) => shift)),
      createWorstShiftCell(phone.map(({ shiftScrolled }) => shiftScrolled)),
      createWorstShiftCell(desktop.map(({ shiftScrolled }) => shiftScrolled)),
      plainCell(mostShiftedElement),
      ...createConditionCells(phone),
    ];
  });
  const columns = [
    ...['page', 'first paint', 'LCP', 'largest', 'blocked'],
    ...['CLS', 'CLS to the end', 'CLS at 1280', 'moved most', ...CONDITION_COLUMNS],
  ];
  const shift = formatScore(GOALS.shift);
  const goal = ['goal', '', formatMilliseconds(GOALS.lcp), '', '', shift, shift, shift, '', '', ''];
  return createGoalTable('Loading, in ms:', columns, rows, goal, loads.size * 4);
}

function createActionCells(actionTimes: readonly ActionTimes[]): Cell[] {
  const event = actionTimes.map(({ eventMs }) => eventMs);
  const text = median(event) === 0 ? 'under 16' : formatSpread(event, formatMilliseconds);
  return [
    goalCell(text, median(event) >= GOALS.interaction),
    plainCell(formatMilliseconds(median(actionTimes.map(({ taskMs }) => taskMs)))),
    plainCell(formatMilliseconds(median(actionTimes.map(({ shownMs }) => shownMs)))),
    createWorstShiftCell(actionTimes.map(({ shift }) => shift)),
  ];
}

export function interactionTable(
  runs: ReadonlyMap<string, { path: string; runs: readonly InteractionRun[] }>,
): GoalTable {
  const rows = [...runs].map(([name, { path, runs: completedRuns }]) => [
    plainCell(`${name}, ${path}`),
    ...createActionCells(completedRuns.map(({ first }) => first)),
    ...createActionCells(completedRuns.map(({ repeated }) => repeated)),
    ...createConditionCells(completedRuns),
  ]);
  const columns = [
    ...['interaction', 'event', 'task', 'shown after', 'CLS'],
    ...['event repeated', 'task repeated', 'shown after repeated', 'CLS repeated', ...CONDITION_COLUMNS],
  ];
  const limit = `< ${formatMilliseconds(GOALS.interaction)}`;
  const shift = formatScore(GOALS.shift);
  const goal = ['goal', limit, '', '', shift, limit, '', '', shift, '', ''];
  return createGoalTable('Interactions, in ms:', columns, rows, goal, runs.size * 4);
}
