import { median } from '../support/figures.ts';
import type { Table } from '../support/table.ts';
import type { Conditions } from './cpu-speed.ts';
import { type Cell, GOALS, goalCell, kilobytes, milliseconds, plainCell, score } from './goals.ts';
import type { ActionTimes, InteractionRun } from './measure-interaction.ts';
import type { Load } from './measure-load.ts';
import type { PageBytes } from './page-bytes.ts';
import { hasBudget } from './pages.ts';

export interface GoalTable {
  table: Table & { caption: string };
  goals: number;
  missed: number;
}

function createGoalTable(
  caption: string,
  columns: string[],
  rows: Cell[][],
  goalRow: string[],
  goals: number,
): GoalTable {
  const texts = rows.map((row) => row.map(({ text }) => text));
  const missed = rows.flat().filter((cell) => cell.missed).length;
  return { table: { caption, columns, rows: [...texts, goalRow] }, goals, missed };
}

/** Formats the median of several runs, with the minimum and maximum if they differ. */
function formatSpread(values: readonly number[], format: (value: number) => string): string {
  const [min, max] = [format(Math.min(...values)), format(Math.max(...values))];
  return min === max ? format(median(values)) : `${format(median(values))} (${min} to ${max})`;
}

function conditionCells(runs: readonly Conditions[]): Cell[] {
  const slowness = median(runs.map((run) => run.slowness)).toFixed(1);
  return [plainCell(slowness), plainCell(median(runs.map(({ load }) => load)).toFixed(1))];
}
const CONDITION_COLUMNS = ['CPU ×', 'load'];

export function bytesTable(pageBytes: ReadonlyMap<string, PageBytes>): GoalTable {
  const rows = [...pageBytes].map(([path, { gzip, brotli, scripts, stripeFiles }]) => {
    const isBudgeted = hasBudget(path);
    return [
      plainCell(path),
      plainCell(kilobytes(gzip.document)),
      goalCell(kilobytes(gzip.script), isBudgeted && gzip.script > GOALS.script),
      plainCell(kilobytes(gzip.laterScript)),
      goalCell(kilobytes(gzip.style), isBudgeted && gzip.style > GOALS.style),
      plainCell(kilobytes(gzip.font)),
      plainCell(kilobytes(gzip.image)),
      plainCell(String(scripts)),
      plainCell(kilobytes(brotli.document)),
      plainCell(kilobytes(brotli.script)),
      plainCell(kilobytes(brotli.style)),
      goalCell(String(stripeFiles), stripeFiles > 0),
    ];
  });
  const columns = [
    ...['page', 'document', 'JavaScript', 'JS later', 'CSS', 'fonts', 'pictures', 'scripts'],
    ...['document Brotli', 'JS Brotli', 'CSS Brotli', 'Stripe files'],
  ];
  const goal = [
    'goal for public pages',
    '',
    kilobytes(GOALS.script),
    '',
    kilobytes(GOALS.style),
    ...['', '', '', '', '', '', '0'],
  ];
  const goals = pageBytes.size + 2 * [...pageBytes.keys()].filter(hasBudget).length;
  return createGoalTable('First view, in kB (gzip unless noted):', columns, rows, goal, goals);
}

export interface Loads {
  phone: readonly Load[];
  desktop: readonly Load[];
}

/** Uses the worst run, because a layout shift may not happen in every run. */
function worstShiftCell(shifts: readonly number[]): Cell {
  const worstShiftScore = Math.max(...shifts);
  return goalCell(score(worstShiftScore), worstShiftScore > GOALS.shift);
}

export function loadTable(loads: ReadonlyMap<string, Loads>): GoalTable {
  const rows = [...loads].map(([path, { phone, desktop }]) => {
    const largest = phone.map(({ largestPaint }) => largestPaint);
    const mostShiftedElement =
      [...phone, ...desktop].sort((a, b) => b.shiftScrolled - a.shiftScrolled)[0]?.moved ?? '';
    return [
      plainCell(path),
      plainCell(milliseconds(median(phone.map(({ firstPaint }) => firstPaint)))),
      goalCell(formatSpread(largest, milliseconds), median(largest) > GOALS.lcp),
      plainCell(phone.at(-1)?.largest ?? ''),
      plainCell(milliseconds(median(phone.map(({ blockedMs: blocked }) => blocked)))),
      worstShiftCell(phone.map(({ shift }) => shift)),
      worstShiftCell(phone.map(({ shiftScrolled }) => shiftScrolled)),
      worstShiftCell(desktop.map(({ shiftScrolled }) => shiftScrolled)),
      plainCell(mostShiftedElement),
      ...conditionCells(phone),
    ];
  });
  const columns = [
    ...['page', 'first paint', 'LCP', 'largest', 'blocked'],
    ...['CLS', 'CLS to the end', 'CLS at 1280', 'moved most', ...CONDITION_COLUMNS],
  ];
  const shift = score(GOALS.shift);
  const goal = ['goal', '', milliseconds(GOALS.lcp), '', '', shift, shift, shift, '', '', ''];
  return createGoalTable('Loading, in ms:', columns, rows, goal, loads.size * 4);
}

function actionCells(actionTimes: readonly ActionTimes[]): Cell[] {
  const event = actionTimes.map(({ eventMs }) => eventMs);
  const text = median(event) === 0 ? 'under 16' : formatSpread(event, milliseconds);
  return [
    goalCell(text, median(event) >= GOALS.interaction),
    plainCell(milliseconds(median(actionTimes.map(({ taskMs }) => taskMs)))),
    plainCell(milliseconds(median(actionTimes.map(({ shownMs }) => shownMs)))),
    worstShiftCell(actionTimes.map(({ shift }) => shift)),
  ];
}

export function interactionTable(
  runs: ReadonlyMap<string, { path: string; runs: readonly InteractionRun[] }>,
): GoalTable {
  const rows = [...runs].map(([name, { path, runs: completedRuns }]) => [
    plainCell(`${name}, ${path}`),
    ...actionCells(completedRuns.map(({ first }) => first)),
    ...actionCells(completedRuns.map(({ repeated }) => repeated)),
    ...conditionCells(completedRuns),
  ]);
  const columns = [
    ...['interaction', 'event', 'task', 'shown after', 'CLS'],
    ...['event repeated', 'task repeated', 'shown after repeated', 'CLS repeated', ...CONDITION_COLUMNS],
  ];
  const limit = `< ${milliseconds(GOALS.interaction)}`;
  const shift = score(GOALS.shift);
  const goal = ['goal', limit, '', '', shift, limit, '', '', shift, '', ''];
  return createGoalTable('Interactions, in ms:', columns, rows, goal, runs.size * 4);
}
