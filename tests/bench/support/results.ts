import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { formatFigure, formatRatio, median } from './figures.ts';
import { markdownTable, type Table } from './table.ts';

export type Goal = { atMost: number } | { atLeast: number };

/** Compares a figure of the product with another figure. Both may be measured several times. */
export interface Comparison {
  row: string;
  comparedWith: string;
  unit: string;
  /** One figure per measurement. The ratios divide figures with the same index. */
  ours: number[];
  theirs: number[];
  goal?: Goal;
  /** True if the goal is for our own figure instead of the ratio. */
  isGoalForOurs?: boolean;
}

const COLUMNS = [
  'row',
  'compared with',
  'ours',
  'theirs',
  'unit',
  'ratio (median)',
  'spread',
  'goal',
  'result',
  'measured',
];

function computeRatios({ ours, theirs }: Comparison): number[] {
  return ours.flatMap((value, slice) => {
    const ratio = value / (theirs[slice] ?? 0);
    return Number.isFinite(ratio) ? [ratio] : [];
  });
}

function describeGoal({ goal, isGoalForOurs, unit }: Comparison): string {
  if (!goal) return '–';
  const figure = (value: number) => (isGoalForOurs ? `${formatFigure(value)} ${unit}` : formatRatio(value));
  return 'atMost' in goal ? `≤ ${figure(goal.atMost)}` : `≥ ${figure(goal.atLeast)}`;
}

function isMet(goal: Goal, value: number): boolean {
  return 'atMost' in goal ? value <= goal.atMost : value >= goal.atLeast;
}

const NONE = '–';
const formatMedian = (values: number[]) => (values.length > 0 ? formatFigure(median(values)) : NONE);

function formatCells(comparison: Comparison, measured: string): string[] {
  const { row, comparedWith, ours, theirs, unit, goal, isGoalForOurs } = comparison;
  const ratios = computeRatios(comparison);
  const comparedRatios = isGoalForOurs ? ours : ratios;
  const result =
    !goal || comparedRatios.length === 0 ? NONE : isMet(goal, median(comparedRatios)) ? 'met' : 'MISSED';
  return [
    row,
    comparedWith,
    formatMedian(ours),
    formatMedian(theirs),
    unit,
    ratios.length > 0 ? formatRatio(median(ratios)) : NONE,
    ratios.length > 0 ? `${formatFigure(Math.min(...ratios))}–${formatFigure(Math.max(...ratios))}` : NONE,
    describeGoal(comparison),
    result,
    measured,
  ];
}

export function resultsTable(comparisons: readonly Comparison[], measured: string): Table {
  return { columns: COLUMNS, rows: comparisons.map((comparison) => formatCells(comparison, measured)) };
}

const RESULTS = join(import.meta.dirname, '../RESULTS.md');
const BEGIN = '<!-- npm run bench replaces the rows that it measures. -->';
const END = '<!-- The end of those rows. -->';

function parseRows(table: string): string[][] {
  return table
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(2)
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    );
}

/** Replaces the measured rows that have a goal in RESULTS.md. Rows from another machine are removed. */
export async function recordResults(
  comparisons: readonly Comparison[],
  machine: string,
  measured: string,
): Promise<void> {
  const text = await readFile(RESULTS, 'utf8');
  const [before, rest] = text.split(BEGIN);
  const [section, after] = rest?.split(END) ?? [];
  if (before === undefined || section === undefined || after === undefined)
    throw new Error(`${RESULTS} has no place for the results`);
  const rows = new Map<string, string[]>();
  const key = ([row, comparedWith]: string[]) => `${row}|${comparedWith}`;
  for (const row of section.includes(machine) ? parseRows(section) : []) rows.set(key(row), row);
  const withGoal = comparisons.filter(({ goal }) => goal);
  for (const row of resultsTable(withGoal, measured).rows) rows.set(key(row), row);
  const table = markdownTable({ columns: COLUMNS, rows: [...rows.values()] });
  await writeFile(RESULTS, `${before}${BEGIN}\n\n${machine}\n\n${table}\n\n${END}${after}`);
}
