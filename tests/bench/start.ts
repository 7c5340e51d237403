import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '#tests/helpers/free-port.ts';
import { median, rounded } from './support/figures.ts';
import { cpuOfGroup } from './support/processes.ts';
import type { Bench, Report } from './support/report.ts';

const ROOT = join(import.meta.dirname, '../..');
/** What `npm start` keeps of compiled code; a new machine has none. */
const COMPILED = join(ROOT, 'node_modules/.cache/compiled');
const REPETITIONS = 5;
const PATIENCE_MS = 180_000;
const POLL_MS = 10;

interface Start {
  /** Milliseconds from `npm start` to the first page, and to the moment when everything is in place. */
  page: number;
  ready: number;
  /** Processor time of all its processes until then. */
  cpu: number;
}

async function untilOk(url: string, child: ChildProcess): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
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

/** What somebody sees who types `npm start`: npm, the check that the web is built, the server, its sandbox. */
async function startOnce(dataDir: string): Promise<Start> {
  const port = await freePort();
  const { PATH, HOME } = process.env;
  const began = performance.now();
  const child = spawn('npm', ['start'], {
    cwd: ROOT,
    env: { PATH, HOME, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'silent' },
    stdio: 'ignore',
    // A group of its own, to be asked for its processor time and to be ended as a whole.
    detached: true,
  });
  const group = child.pid ?? 0;
  const ended = once(child, 'exit');
  try {
    await untilOk(`http://127.0.0.1:${port}/`, child);
    const page = performance.now() - began;
    await untilOk(`http://127.0.0.1:${port}/readyz`, child);
    return { page, ready: performance.now() - began, cpu: await cpuOfGroup(group) };
  } finally {
    if (child.exitCode === null) process.kill(-group, 'SIGTERM');
    await ended;
    while ((await cpuOfGroup(group)) > 0) await sleep(POLL_MS);
  }
}

function row(name: string, starts: Start[], goal: number): string[] {
  const seconds = (of: (start: Start) => number) => rounded(median(starts.map(of)) / 1000);
  return [
    name,
    seconds(({ page }) => page),
    seconds(({ ready }) => ready),
    seconds(({ cpu }) => cpu),
    String(goal),
  ];
}

async function run(): Promise<Report> {
  await promisify(execFile)(process.execPath, ['web/build.ts'], { cwd: ROOT });
  const first: Start[] = [];
  const later: Start[] = [];
  for (let repetition = 0; repetition < REPETITIONS; repetition += 1) {
    const dataDir = await mkdtemp(join(tmpdir(), 'everything-card-start-'));
    await rm(COMPILED, { recursive: true, force: true });
    try {
      first.push(await startOnce(dataDir));
      later.push(await startOnce(dataDir));
    } finally {
      await rm(dataDir, { recursive: true, force: true });
    }
  }
  return {
    title: 'Start: from `npm start` to the first answer, embedded database, web built already',
    tables: [
      {
        columns: ['run', 'first page, s', 'all in place, s', 'processor time, s', 'goal, s'],
        // DESIGN section 8.
        rows: [row('first, with seeding and demo data', first, 8), row('later', later, 2)],
      },
    ],
    notes: [
      `Medians of ${REPETITIONS} starts of each kind. The first page answers when the server listens; 'all in place' is /readyz, after the demo data.`,
    ],
  };
}

export const startBench: Bench = { name: 'start', run };
