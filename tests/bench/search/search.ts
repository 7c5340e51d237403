import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { formatFigure, formatRatio, median } from '../support/figures.ts';
import type { Bench, Report, Table } from '../support/report.ts';
import { NEW_YORK_CASE } from './cases.ts';
import { embeddedTable } from './embedded-table.ts';
import type { CaseTimes } from './measure.ts';
import { measureSize, SETTINGS, type SizeResult } from './measure-size.ts';
import { MIX_NOTE } from './mix.ts';

const SIZES = [10_000, 100_000, 1_000_000];
const FOLDER = join(import.meta.dirname, '../../../bench');

const formatNumber = (value: number) => value.toLocaleString('en-US');

const medianMs = (timed: CaseTimes | undefined, candidate: string) => {
  const rounds = timed?.rounds.get(candidate);
  return rounds && median(rounds);
};

/** Returns the median of the rounds' ratios, so that other load on the machine cancels out. */
function ratio(timed: CaseTimes, candidate: string, to: string): string {
  const [ours, theirs] = [timed.rounds.get(candidate), timed.rounds.get(to)];
  if (!ours || !theirs) return '–';
  return formatRatio(median(ours.map((ms, round) => ms / (theirs[round] ?? ms))));
}

const CANDIDATES = {
  ours: 'savings.search over HTTP',
  gateway: 'the gateway over HTTP',
  bare: 'its SQL through a bare pg pool',
  one: 'select 1',
  box: 'latitude/longitude box',
  prototype: 'the prototype',
} as const;

function casesTable({ stores, cases, timed }: SizeResult): Table & { caption: string } {
  const rows = cases.flatMap(({ name }) => {
    const caseTimes = timed.get(name);
    if (!caseTimes) return [];
    const ms = Object.values(CANDIDATES).map((candidate) => {
      const value = medianMs(caseTimes, candidate);
      return value === undefined ? '–' : formatFigure(value);
    });
    return [
      [
        name,
        formatNumber(caseTimes.count),
        ...ms,
        ratio(caseTimes, CANDIDATES.ours, CANDIDATES.bare),
        ratio(caseTimes, CANDIDATES.box, CANDIDATES.ours),
        ratio(caseTimes, CANDIDATES.box, CANDIDATES.bare),
        ratio(caseTimes, CANDIDATES.prototype, CANDIDATES.bare),
      ],
    ];
  });
  return {
    caption: `${formatNumber(stores)} stores, one client, median ms per search, including the exact count and a page of 10:`,
    columns: [
      ...['search', 'matches', 'procedure', 'gateway', 'bare SQL', 'select 1', 'box', 'prototype'],
      ...['procedure / bare SQL', 'box / procedure', 'box / bare SQL', 'prototype / bare SQL'],
    ],
    rows,
  };
}

function mixTable(results: readonly SizeResult[]): Table & { caption: string } {
  const rows = results.flatMap(({ stores, singleClient, concurrent }) =>
    [...concurrent].map(([candidate, rounds]) => [
      `${formatNumber(stores)}: ${candidate}`,
      formatFigure(singleClient.get(candidate)?.p50 ?? 0),
      formatFigure(singleClient.get(candidate)?.p99 ?? 0),
      formatFigure(median(rounds.map(({ perSecond }) => perSecond))),
      formatFigure(median(rounds.map(({ p50 }) => p50))),
      formatFigure(median(rounds.map(({ p99 }) => p99))),
    ]),
  );
  return {
    caption: 'The search mix, with 1 and 16 clients:',
    columns: [
      'stores and candidate',
      '1: median ms',
      '1: p99 ms',
      '16: per second',
      '16: median ms',
      '16: p99 ms',
    ],
    rows,
  };
}

function growthTable(results: readonly SizeResult[]): Table & { caption: string } {
  const [first, last] = [results[0], results.at(-1)];
  const rows = (first?.cases ?? []).map(({ name }) => {
    const growthRatios = [CANDIDATES.ours, CANDIDATES.bare, CANDIDATES.box, CANDIDATES.prototype].map(
      (candidate) => {
        const [small, large] = [
          medianMs(first?.timed.get(name), candidate),
          medianMs(last?.timed.get(name), candidate),
        ];
        return small === undefined || large === undefined ? '–' : formatRatio(large / small);
      },
    );
    return [name, ...growthRatios];
  });
  return {
    caption: `Growth from ${formatNumber(first?.stores ?? 0)} to ${formatNumber(last?.stores ?? 0)} stores:`,
    columns: ['search', 'procedure', 'bare SQL', 'box', 'prototype'],
    rows,
  };
}

function goalsTable(results: readonly SizeResult[]): Table & { caption: string } {
  const rows = results.flatMap(({ stores, timed, singleClient, concurrent }) => {
    const newYork = timed.get(NEW_YORK_CASE);
    const [ours, bare] = [singleClient.get(CANDIDATES.ours), singleClient.get(CANDIDATES.bare)];
    if (!newYork || !ours || !bare) return [];
    const perSecond = (candidate: string) =>
      median(concurrent.get(candidate)?.map((round) => round.perSecond) ?? [1]);
    return [
      [
        formatNumber(stores),
        formatRatio(ours.p50 / bare.p50),
        ratio(newYork, CANDIDATES.box, CANDIDATES.ours),
        ratio(newYork, CANDIDATES.box, CANDIDATES.bare),
        formatRatio(perSecond(CANDIDATES.ours) / perSecond(CANDIDATES.prototype)),
        formatRatio(perSecond(CANDIDATES.bare) / perSecond(CANDIDATES.prototype)),
      ],
    ];
  });
  return {
    caption: 'Summary:',
    columns: [
      'stores',
      'median of the mix: procedure / bare SQL (goal 1.25)',
      'New York: box / procedure (goal 4)',
      'New York: box / bare SQL',
      'mix, 16 clients: procedure / prototype, per second',
      'bare SQL / prototype',
    ],
    rows,
  };
}

/** Measures each number of stores and creates the report. */
export async function searchReport(sizes: readonly number[]): Promise<Report> {
  const results: SizeResult[] = [];
  for (const stores of sizes) results.push(await measureSize(stores, console.log));
  const largest = results.at(-1);
  await mkdir(FOLDER, { recursive: true });
  await writeFile(
    join(FOLDER, 'search-plans.md'),
    `# Plans at ${formatNumber(largest?.stores ?? 0)} stores\n\n${largest?.plans ?? ''}\n`,
  );
  const embedded = await embeddedTable();
  const settings = Object.entries(SETTINGS).map(([name, value]) => `${name} = ${value}`);
  return {
    title: 'The savings search',
    tables: [
      goalsTable(results),
      ...results.map(casesTable),
      ...(results.length > 1 ? [growthTable(results)] : []),
      mixTable(results),
      embedded,
    ],
    notes: [
      `The candidates take turns in every round, and a ratio is the median of the rounds' ratios. Client, server and
        database share the machine.`.replace(/\s+/g, ' '),
      `Every candidate looks up the place, counts all matches, and reads the page's ids and its rows with their
        promotions. The box and the prototype have their own tables with the same stores, covering indexes, named
        statements and jit off. They do not correct typos.`.replace(/\s+/g, ' '),
      `The bare SQL replays the procedure's statements one after another. (The procedure looks up the place and the
        words concurrently.)`.replace(/\s+/g, ' '),
      MIX_NOTE,
      `A server started by the benchmark has ${settings.join(', ')}; the server of TEST_DATABASE_URL keeps its settings.`,
      ...results.map(
        ({ stores, seconds }) =>
          `${formatNumber(stores)} stores: loaded in ${seconds.loading.toFixed(0)} s, ${seconds.all.toFixed(0)} s in total.`,
      ),
      'The executed plans for the largest number of stores are in `bench/search-plans.md`.',
    ],
  };
}

export const searchBench: Bench = { name: 'search', run: () => searchReport(SIZES) };
