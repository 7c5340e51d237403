import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { median, rounded, times } from '../support/figures.ts';
import type { Bench, Report, Table } from '../support/report.ts';
import { NEW_YORK_CASE } from './cases.ts';
import { embeddedTable } from './embedded.ts';
import type { Timed } from './measure.ts';
import { MIX_NOTE } from './mix.ts';
import { measureSize, SETTINGS, type SizeResult } from './size.ts';

const SIZES = [10_000, 100_000, 1_000_000];
const FOLDER = join(import.meta.dirname, '../../../bench');

const number = (value: number) => value.toLocaleString('en-US');

const medianOf = (timed: Timed | undefined, way: string) => {
  const rounds = timed?.rounds.get(way);
  return rounds && median(rounds);
};

/** Of each round, so that what others do on the machine meets both. */
function ratio(timed: Timed, way: string, to: string): string {
  const [ours, theirs] = [timed.rounds.get(way), timed.rounds.get(to)];
  if (!ours || !theirs) return '–';
  return times(median(ours.map((ms, round) => ms / (theirs[round] ?? ms))));
}

const WAYS = {
  ours: 'savings.search over HTTP',
  gateway: 'the gateway over HTTP',
  bare: 'its SQL through a bare pg pool',
  one: 'select 1',
  box: 'latitude/longitude box',
  trial: 'the trial’s design',
} as const;

function casesTable({ stores, cases, timed }: SizeResult): Table & { caption: string } {
  const rows = cases.flatMap(({ name }) => {
    const one = timed.get(name);
    if (!one) return [];
    const ms = Object.values(WAYS).map((way) => {
      const value = medianOf(one, way);
      return value === undefined ? '–' : rounded(value);
    });
    return [
      [
        name,
        number(one.count),
        ...ms,
        ratio(one, WAYS.ours, WAYS.bare),
        ratio(one, WAYS.box, WAYS.ours),
        ratio(one, WAYS.box, WAYS.bare),
        ratio(one, WAYS.trial, WAYS.bare),
      ],
    ];
  });
  return {
    caption: `${number(stores)} stores, one client, median ms of a search with its exact count and a page of 10:`,
    columns: [
      ...['search', 'fit', 'procedure', 'gateway', 'bare SQL', 'select 1', 'box', 'trial'],
      ...['procedure / bare SQL', 'box / procedure', 'box / bare SQL', 'trial / bare SQL'],
    ],
    rows,
  };
}

function mixTable(results: readonly SizeResult[]): Table & { caption: string } {
  const rows = results.flatMap(({ stores, alone, together }) =>
    [...together].map(([way, rounds]) => [
      `${number(stores)}: ${way}`,
      rounded(alone.get(way)?.p50 ?? 0),
      rounded(alone.get(way)?.p99 ?? 0),
      rounded(median(rounds.map(({ perSecond }) => perSecond))),
      rounded(median(rounds.map(({ p50 }) => p50))),
      rounded(median(rounds.map(({ p99 }) => p99))),
    ]),
  );
  return {
    caption: 'The mix of all searches, with one client and with 16:',
    columns: ['stores and way', '1: median ms', '1: 99 % ms', '16: a second', '16: median ms', '16: 99 % ms'],
    rows,
  };
}

function growthTable(results: readonly SizeResult[]): Table & { caption: string } {
  const [first, last] = [results[0], results.at(-1)];
  const rows = (first?.cases ?? []).map(({ name }) => {
    const growth = [WAYS.ours, WAYS.bare, WAYS.box, WAYS.trial].map((way) => {
      const [small, large] = [medianOf(first?.timed.get(name), way), medianOf(last?.timed.get(name), way)];
      return small === undefined || large === undefined ? '–' : times(large / small);
    });
    return [name, ...growth];
  });
  return {
    caption: `Growth from ${number(first?.stores ?? 0)} to ${number(last?.stores ?? 0)} stores:`,
    columns: ['search', 'procedure', 'bare SQL', 'box', 'trial'],
    rows,
  };
}

function goalsTable(results: readonly SizeResult[]): Table & { caption: string } {
  const rows = results.flatMap(({ stores, timed, alone, together }) => {
    const newYork = timed.get(NEW_YORK_CASE);
    const [ours, bare] = [alone.get(WAYS.ours), alone.get(WAYS.bare)];
    if (!newYork || !ours || !bare) return [];
    const perSecond = (way: string) => median(together.get(way)?.map((round) => round.perSecond) ?? [1]);
    return [
      [
        number(stores),
        times(ours.p50 / bare.p50),
        ratio(newYork, WAYS.box, WAYS.ours),
        ratio(newYork, WAYS.box, WAYS.bare),
        times(perSecond(WAYS.ours) / perSecond(WAYS.trial)),
        times(perSecond(WAYS.bare) / perSecond(WAYS.trial)),
      ],
    ];
  });
  return {
    caption: 'At a glance:',
    columns: [
      'stores',
      'median of the mix: procedure / bare SQL (goal 1.25)',
      'New York: box / procedure (goal 4)',
      'New York: box / bare SQL',
      'mix, 16 clients: procedure / trial, a second',
      'bare SQL / trial',
    ],
    rows,
  };
}

/** Everything in one run, by number of stores. */
export async function searchReport(sizes: readonly number[]): Promise<Report> {
  const results: SizeResult[] = [];
  for (const stores of sizes) results.push(await measureSize(stores, console.log));
  const largest = results.at(-1);
  await mkdir(FOLDER, { recursive: true });
  await writeFile(
    join(FOLDER, 'search-plans.md'),
    `# Plans at ${number(largest?.stores ?? 0)} stores\n\n${largest?.plans ?? ''}\n`,
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
      `Every way answers in every round, one after another; a ratio is the median of the rounds' ratios. Caller, server
        and database share the machine.`.replace(/\s+/g, ' '),
      `A search is the look-up of the place, the exact count, the ids of the page, and its rows with their promotions:
        in every way alike. The box and the trial's design have tables of their own with the same stores, covering
        indexes, named statements and jit off; they know no typing errors.`.replace(/\s+/g, ' '),
      `The bare SQL is what the procedure sends, recorded and sent again in its order, one statement after another (the
        procedure looks the place and the words up side by side).`.replace(/\s+/g, ' '),
      MIX_NOTE,
      `A server that is started here has ${settings.join(', ')}; one of TEST_DATABASE_URL keeps its own.`,
      ...results.map(
        ({ stores, seconds }) =>
          `${number(stores)} stores: loaded in ${seconds.loading.toFixed(0)} s, ${seconds.all.toFixed(0)} s in all.`,
      ),
      'The plans of the largest number of stores, as executed, stand in `bench/search-plans.md`.',
    ],
  };
}

export const searchBench: Bench = { name: 'search', run: () => searchReport(SIZES) };
