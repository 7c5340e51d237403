import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '#tests/helpers/free-port.ts';
import { formatFigure, median } from './support/figures.ts';
import { readGroupCpu } from './support/processes.ts';
import type { Bench, BenchOptions, Report } from './support/report.ts';
import type { Comparison } from './support/results.ts';

const ROOT = join(import.meta.dirname, '../..');
/**
 * The caches that `npm start` uses: compiled code, and the snapshot of the database. A new machine has
 * neither.
 */
const COMPILE_CACHE = join(ROOT, 'node_modules/.cache/compiled');
const SNAPSHOTS = join(ROOT, 'node_modules/.cache/everything-card');
const REPETITIONS = 5;
const TIMEOUT_MS = 180_000;
const POLL_MS = 10;

interface StartTimes {
  /** As reported by the server itself. */
  serverSeconds: number;
  /** From `npm start` to the first page. */
  pageMs: number;
  /** From `npm start` until /readyz succeeds. */
  readyMs: number;
  /** The CPU time of all the product's processes until /readyz succeeds. */
  cpuMs: number;
}

async function waitUntilOk(url: string, child: ChildProcess): Promise<void> {
  const deadline = performance.now() + TIMEOUT_MS;
  while (
    !(await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null || performance.now() > deadline) throw new Error('The product did not start');
    await sleep(POLL_MS);
  }
}

/** Measures all of `npm start`: npm, the check that the web app is built, the server, and its sandbox. */
async function measureStart(dataDir: string): Promise<StartTimes> {
  const port = await freePort();
  const { PATH, HOME } = process.env;
  const startedAt = performance.now();
  const child = spawn('npm', ['start'], {
    cwd: ROOT,
    env: { PATH, HOME, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'pipe', 'ignore'],
    // Use a separate process group, so that all of its processes can be measured and stopped together.
    detached: true,
  });
  const group = child.pid ?? 0;
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  const exited = once(child, 'exit');
  try {
    await waitUntilOk(`http://127.0.0.1:${port}/`, child);
    const pageMs = performance.now() - startedAt;
    await waitUntilOk(`http://127.0.0.1:${port}/readyz`, child);
    const readyMs = performance.now() - startedAt;
    const serverSeconds = Number(/started in ([\d.]+) s/.exec(output)?.[1]);
    return { serverSeconds, pageMs, readyMs, cpuMs: await readGroupCpu(group) };
  } finally {
    if (child.exitCode === null) process.kill(-group, 'SIGTERM');
    await exited;
    while ((await readGroupCpu(group)) > 0) await sleep(POLL_MS);
  }
}

function formatRow(name: string, starts: StartTimes[], goal: number): string[] {
  const seconds = (getTime: (start: StartTimes) => number) =>
    formatFigure(median(starts.map(getTime)) / 1000);
  return [
    name,
    seconds(({ pageMs }) => pageMs),
    seconds(({ readyMs }) => readyMs),
    seconds(({ cpuMs }) => cpuMs),
    String(goal),
  ];
}

/** A script that opens only the embedded database and measures the time itself. */
const OPEN_DATABASE = `const startedAt = performance.now();
  const { PGlite } = await import('@electric-sql/pglite');
  const db = await PGlite.create(process.argv[1]);
  await db.query('select 1');
  console.log((performance.now() - startedAt) / 1000);
  await db.close();`;

/** Returns how many seconds PGlite takes to open the folder's database and run a query. */
async function measureDatabase(folder: string): Promise<number> {
  const args = ['--input-type=module', '-e', OPEN_DATABASE, folder];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: ROOT });
  return Number(stdout);
}

interface Repetition {
  product: StartTimes;
  databaseSeconds: number;
}

function compare(name: string, repetitions: readonly Repetition[], goalSeconds: number): Comparison {
  return {
    row: `embedded start, ${name}`,
    comparedWith: 'PGlite alone',
    unit: 's',
    ours: repetitions.map(({ product }) => product.serverSeconds),
    theirs: repetitions.map(({ databaseSeconds }) => databaseSeconds),
    goal: { atMost: goalSeconds },
    isGoalForOurs: true,
  };
}

async function run({ isQuick }: BenchOptions): Promise<Report> {
  await promisify(execFile)(process.execPath, ['web/build.ts'], { cwd: ROOT });
  const withoutSnapshot: StartTimes[] = [];
  const first: Repetition[] = [];
  const later: Repetition[] = [];
  for (let repetition = 0; repetition < (isQuick ? 1 : REPETITIONS); repetition += 1) {
    const folder = await mkdtemp(join(tmpdir(), 'everything-card-start-'));
    const [dataDir, bareFolder] = [join(folder, 'product'), join(folder, 'bare')];
    try {
      for (const cache of [COMPILE_CACHE, SNAPSHOTS]) await rm(cache, { recursive: true, force: true });
      withoutSnapshot.push(await measureStart(join(folder, 'without-snapshot')));
      await rm(COMPILE_CACHE, { recursive: true, force: true });
      for (const repetitions of [first, later]) {
        const databaseSeconds = await measureDatabase(bareFolder);
        repetitions.push({ databaseSeconds, product: await measureStart(dataDir) });
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
  const productTimes = (repetitions: Repetition[]) => repetitions.map(({ product }) => product);
  return {
    title: 'Start: from `npm start` to the first answer, embedded database, web already built',
    comparisons: [compare('first', first, 5), compare('later', later, 1.5)],
    tables: [
      {
        columns: ['run', 'first page, s', 'ready, s', 'processor time, s', 'goal, s'],
        rows: [
          formatRow('first on a new machine, which makes the snapshot', withoutSnapshot, 8),
          formatRow('first, with seeding and demo data', productTimes(first), 8),
          formatRow('later', productTimes(later), 2),
        ],
      },
    ],
    notes: [
      `Medians of ${first.length} starts of each kind. 'First page' is when the server responds; 'ready' is when /readyz succeeds, after the demo data is loaded.`,
      'The comparison with PGlite uses the time that the server prints when it is ready.',
    ],
  };
}

export const startBench: Bench = { name: 'start', run };
