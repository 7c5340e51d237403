import { median } from '../support/figures.ts';
import type { Table } from '../support/report.ts';
import type { Acted, Interacted } from './act.ts';
import type { Weight } from './bytes.ts';
import { type Cell, GOALS, judged, kilobytes, milliseconds, plain, score } from './goals.ts';
import type { Load } from './load.ts';
import { BUDGETED } from './pages.ts';
import type { Conditions } from './speed.ts';

export interface Judged {
  table: Table & { caption: string };
  goals: number;
  missed: number;
}

function tabled(
  caption: string,
  columns: string[],
  rows: Cell[][],
  goalRow: string[],
  goals: number,
): Judged {
  const texts = rows.map((row) => row.map(({ text }) => text));
  const missed = rows.flat().filter((cell) => cell.missed).length;
  return { table: { caption, columns, rows: [...texts, goalRow] }, goals, missed };
}

/** The middle of several runs, with the least and the most where they differ. */
function spread(values: readonly number[], show: (value: number) => string): string {
  const [least, most] = [show(Math.min(...values)), show(Math.max(...values))];
  return least === most ? show(median(values)) : `${show(median(values))} (${least} to ${most})`;
}

function given(runs: readonly Conditions[]): Cell[] {
  const slowness = median(runs.map((run) => run.slowness)).toFixed(1);
  return [plain(slowness), plain(median(runs.map(({ load }) => load)).toFixed(1))];
}
const GIVEN = ['CPU ×', 'load'];

export function bytesTable(weights: ReadonlyMap<string, Weight>): Judged {
  const rows = [...weights].map(([path, { gzip, brotli, scripts, cardNetworkFiles }]) => {
    const has = BUDGETED.includes(path);
    return [
      plain(path),
      plain(kilobytes(gzip.document)),
      judged(kilobytes(gzip.script), has && gzip.script > GOALS.script),
      judged(kilobytes(gzip.style), has && gzip.style > GOALS.style),
      plain(kilobytes(gzip.font)),
      plain(kilobytes(gzip.image)),
      plain(String(scripts)),
      plain(kilobytes(brotli.document)),
      plain(kilobytes(brotli.script)),
      plain(kilobytes(brotli.style)),
      judged(String(cardNetworkFiles), cardNetworkFiles > 0),
    ];
  });
  const columns = [
    ...['page', 'document', 'JavaScript', 'CSS', 'fonts', 'pictures', 'scripts'],
    ...['document Brotli', 'JS Brotli', 'CSS Brotli', 'Stripe files'],
  ];
  const budgeted = BUDGETED.join(', ');
  const goal = [
    `goal for ${budgeted}`,
    '',
    kilobytes(GOALS.script),
    kilobytes(GOALS.style),
    ...['', '', '', '', '', '', '0'],
  ];
  const goals = weights.size + 2 * [...weights.keys()].filter((path) => BUDGETED.includes(path)).length;
  return tabled('First view, in kB with gzip where nothing else is said:', columns, rows, goal, goals);
}

export interface Loads {
  telephone: readonly Load[];
  desktop: readonly Load[];
}

function shiftCell(loads: readonly Load[], of: 'shift' | 'shiftScrolled'): Cell {
  // The worst run counts: a shift is there or not.
  const worst = Math.max(...loads.map((load) => load[of]));
  return judged(score(worst), worst > GOALS.shift);
}

export function loadTable(loads: ReadonlyMap<string, Loads>): Judged {
  const rows = [...loads].map(([path, { telephone, desktop }]) => {
    const largest = telephone.map(({ largestPaint }) => largestPaint);
    const moved =
      [...telephone, ...desktop].sort((a, b) => b.shiftScrolled - a.shiftScrolled)[0]?.moved ?? '';
    return [
      plain(path),
      plain(milliseconds(median(telephone.map(({ firstPaint }) => firstPaint)))),
      judged(spread(largest, milliseconds), median(largest) > GOALS.lcp),
      plain(telephone.at(-1)?.largest ?? ''),
      plain(milliseconds(median(telephone.map(({ blocked }) => blocked)))),
      shiftCell(telephone, 'shift'),
      shiftCell(telephone, 'shiftScrolled'),
      shiftCell(desktop, 'shiftScrolled'),
      plain(moved),
      ...given(telephone),
    ];
  });
  const columns = [
    ...['page', 'first paint', 'LCP', 'largest', 'blocked'],
    ...['CLS', 'CLS to the end', 'CLS at 1280', 'moved most', ...GIVEN],
  ];
  const shift = score(GOALS.shift);
  const goal = ['goal', '', milliseconds(GOALS.lcp), '', '', shift, shift, shift, '', '', ''];
  return tabled('Loading, in ms:', columns, rows, goal, loads.size * 4);
}

function actedCells(acts: readonly Acted[]): Cell[] {
  const event = acts.map((act) => act.event);
  const text = median(event) === 0 ? 'under 16' : spread(event, milliseconds);
  return [
    judged(text, median(event) >= GOALS.interaction),
    plain(milliseconds(median(acts.map(({ task }) => task)))),
    plain(milliseconds(median(acts.map(({ shown }) => shown)))),
  ];
}

export function interactionTable(
  runs: ReadonlyMap<string, { path: string; runs: readonly Interacted[] }>,
): Judged {
  const rows = [...runs].map(([name, { path, runs: several }]) => [
    plain(`${name}, ${path}`),
    ...actedCells(several.map(({ first }) => first)),
    ...actedCells(several.map(({ again }) => again)),
    ...given(several),
  ]);
  const columns = [
    ...['interaction', 'event', 'task', 'there after'],
    ...['event again', 'task again', 'there again', ...GIVEN],
  ];
  const limit = `< ${milliseconds(GOALS.interaction)}`;
  const goal = ['goal', limit, '', '', limit, '', '', '', ''];
  return tabled('Interactions, in ms:', columns, rows, goal, runs.size * 2);
}
