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
import type { Bench, Report } from './support/report.ts';

const ROOT = join(import.meta.dirname, '../..');
/** The cache of compiled code that `npm start` uses. A new machine has none. */
const COMPILE_CACHE = join(ROOT, 'node_modules/.cache/compiled');
const REPETITIONS = 5;
const TIMEOUT_MS = 180_000;
const POLL_MS = 10;

interface StartTimes {
  /** From `npm start` to the first page. */
  pageMs: number;
  /** From `npm start` until /readyz succeeds. */
  readyMs: number;
  /** Processor time that all of its processes used until then. */
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
    stdio: 'ignore',
    // Use a separate process group, so that all of its processes can be measured and stopped together.
    detached: true,
  });
  const group = child.pid ?? 0;
  const exited = once(child, 'exit');
  try {
    await waitUntilOk(`http://127.0.0.1:${port}/`, child);
    const pageMs = performance.now() - startedAt;
    await waitUntilOk(`http://127.0.0.1:${port}/readyz`, child);
    return { pageMs, readyMs: performance.now() - startedAt, cpuMs: await readGroupCpu(group) };
  } finally {
    if (child.exitCode === null) process.kill(-group, 'SIGTERM');
    await exited;
    while ((await readGroupCpu(group)) > 0) await sleep(POLL_MS);
  }
}

function row(name: string, starts: StartTimes[], goal: number): string[] {
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

async function run(): Promise<Report> {
  await promisify(execFile)(process.execPath, ['web/build.ts'], { cwd: ROOT });
  const first: StartTimes[] = [];
  const laterStarts: StartTimes[] = [];
  for (let repetition = 0; repetition < REPETITIONS; repetition += 1) {
    const dataDir = await mkdtemp(join(tmpdir(), 'everything-card-start-'));
    await rm(COMPILE_CACHE, { recursive: true, force: true });
    try {
      first.push(await measureStart(dataDir));
      laterStarts.push(await measureStart(dataDir));
    } finally {
      await rm(dataDir, { recursive: true, force: true });
    }
  }
  return {
    title: 'Start: from `npm start` to the first answer, embedded database, web already built',
    tables: [
      {
        columns: ['run', 'first page, s', 'ready, s', 'processor time, s', 'goal, s'],
        rows: [row('first, with seeding and demo data', first, 8), row('later', laterStarts, 2)],
      },
    ],
    notes: [
      `Medians of ${REPETITIONS} starts of each kind. 'First page' is when the server responds; 'ready' is when /readyz succeeds, after the demo data is loaded.`,
    ],
  };
}

export const startBench: Bench = { name: 'start', run };
