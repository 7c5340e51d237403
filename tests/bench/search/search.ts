import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { formatFigure, formatRatio, median } from '../support/figures.ts';
import type { Bench, Report } from '../support/report.ts';
import type { Comparison } from '../support/results.ts';
import type { Table } from '../support/table.ts';
import { NEW_YORK_CASE } from './cases.ts';
import { measureEmbeddedDatabase } from './embedded-table.ts';
import type { CaseTimes } from './measure.ts';
import { measureSize, type SizeResult } from './measure-size.ts';
import { MIX_NOTE } from './mix.ts';
import { SETTINGS } from './settings.ts';
import { POSTGIS_NAME } from './simple-designs.ts';

const SIZES = [10_000, 100_000, 1_000_000];
const QUICK_SIZES = [1_000, 10_000];
const FOLDER = join(import.meta.dirname, '../../../bench');

const formatNumber = (value: number) => value.toLocaleString('en-US');

const medianMs = (timed: CaseTimes | undefined, candidate: string) => {
  const rounds = timed?.rounds.get(candidate);
  return rounds && median(rounds);
};

/** Returns the median of the rounds' ratios, so that other load on the machine cancels out. */
function formatMedianRatio(timed: CaseTimes, candidate: string, to: string): string {
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
  postgis: POSTGIS_NAME,
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
        formatMedianRatio(caseTimes, CANDIDATES.ours, CANDIDATES.bare),
        formatMedianRatio(caseTimes, CANDIDATES.box, CANDIDATES.ours),
        formatMedianRatio(caseTimes, CANDIDATES.box, CANDIDATES.bare),
        formatMedianRatio(caseTimes, CANDIDATES.postgis, CANDIDATES.bare),
      ],
    ];
  });
  return {
    caption: `${formatNumber(stores)} stores, one client, median ms per search, including the exact count and a page of 10:`,
    columns: [
      ...['search', 'matches', 'procedure', 'gateway', 'bare SQL', 'select 1', 'box', 'PostGIS'],
      ...['procedure / bare SQL', 'box / procedure', 'box / bare SQL', 'PostGIS / bare SQL'],
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
    const growthRatios = [CANDIDATES.ours, CANDIDATES.bare, CANDIDATES.box, CANDIDATES.postgis].map(
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
    columns: ['search', 'procedure', 'bare SQL', 'box', 'PostGIS'],
    rows,
  };
}

const toPerSecond = (rounds: readonly number[] = []) => rounds.map((ms) => 1_000 / ms);

/** Compares the times for the last number of stores with those for the first. */
function compareGrowth(results: readonly SizeResult[]): Comparison[] {
  const [small, large] = [results[0], results.at(-1)];
  if (!small || !large || small === large) return [];
  const compare = (
    name: string,
    read: (result: SizeResult) => number[] | undefined,
    atMost?: number,
  ): Comparison => ({
    row: `${name}, ${formatNumber(large.stores)} stores`,
    comparedWith: `${formatNumber(small.stores)} stores`,
    unit: 'ms',
    ours: read(large) ?? [],
    theirs: read(small) ?? [],
    ...(atMost === undefined ? {} : { goal: { atMost } }),
  });
  const radius = ({ timed }: SizeResult) => timed.get(NEW_YORK_CASE)?.rounds.get(CANDIDATES.ours);
  const singleClient = ({ singleClient }: SizeResult) =>
    [singleClient.get(CANDIDATES.ours)?.p99].flatMap((ms) => ms ?? []);
  const concurrent = ({ concurrent }: SizeResult) => concurrent.get(CANDIDATES.ours)?.map(({ p99 }) => p99);
  return [
    compare('radius search, 1 client', radius, 2.5),
    compare('99th percentile of the mix, 1 client', singleClient, 3),
    compare('99th percentile of the mix, 16 clients', concurrent, 3),
    compare('renaming a store, SQL', ({ renames }) => renames),
  ];
}

/** Compares the New York search with designs that read all stores near the place. */
function compareWithDesigns({ stores, timed }: SizeResult): Comparison[] {
  const rounds = timed.get(NEW_YORK_CASE)?.rounds;
  const layers = { 'over HTTP': CANDIDATES.ours, 'its SQL': CANDIDATES.bare };
  const designs = { [CANDIDATES.box]: 15, [CANDIDATES.postgis]: 50 };
  return Object.entries(designs).flatMap(([design, atLeast]) =>
    Object.entries(layers).map(([layer, candidate]) => ({
      row: `radius search, dense, ${formatNumber(stores)} stores, 1 client, ${layer}`,
      comparedWith: `${design}, SQL`,
      unit: '1/s',
      ours: toPerSecond(rounds?.get(candidate)),
      theirs: toPerSecond(rounds?.get(design)),
      goal: { atLeast },
    })),
  );
}

/** Measures each number of stores and creates the report. Writes the plans to `bench/search-plans.md`. */
export async function searchReport(sizes: readonly number[]): Promise<Report> {
  const results: SizeResult[] = [];
  for (const stores of sizes) results.push(await measureSize(stores, console.log));
  const largest = results.at(-1);
  await mkdir(FOLDER, { recursive: true });
  await writeFile(
    join(FOLDER, 'search-plans.md'),
    `# Plans at ${formatNumber(largest?.stores ?? 0)} stores\n\n${largest?.plans ?? ''}\n`,
  );
  const embedded = await measureEmbeddedDatabase();
  const settings = Object.entries(SETTINGS).map(([name, value]) => `${name} = ${value}`);
  return {
    title: 'The savings search',
    comparisons: [...compareGrowth(results), ...(largest ? compareWithDesigns(largest) : [])],
    tables: [
      ...results.map(casesTable),
      ...(results.length > 1 ? [growthTable(results)] : []),
      mixTable(results),
      embedded,
    ],
    notes: [
      `The candidates take turns in every round, and a ratio is the median of the rounds' ratios. Client, server and
        database share the machine.`.replace(/\s+/g, ' '),
      largest?.timed.get(NEW_YORK_CASE)?.rounds.has(CANDIDATES.postgis)
        ? 'PostGIS: the extension of the server, with an index of geographies.'
        : 'The server has no PostGIS (Debian: postgresql-15-postgis-3), so it is not compared.',
      `Every candidate looks up the place, counts all matches, and reads the page's ids and its rows with their
        promotions. The box and PostGIS have their own tables with the same stores, their indexes, named
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

export const searchBench: Bench = {
  name: 'search',
  run: ({ isQuick }) => searchReport(isQuick ? QUICK_SIZES : SIZES),
};
