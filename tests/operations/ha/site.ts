import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readMemoryMb } from '#tests/bench/support/processes.ts';
import type { Table } from '#tests/bench/support/table.ts';
import { freePort } from '#tests/helpers/free-port.ts';
import { PRODUCTION_WITH_STANDINS } from '#tests/helpers/settings.ts';
import type { Cluster } from './cluster.ts';
import { requireReady } from './probe.ts';
import { Program } from './program.ts';

const ROOT = join(import.meta.dirname, '../../..');
const START_SECONDS = 120;

export interface Site {
  processes: Program[];
  /** Seconds from the start of each process until it was ready. */
  startSeconds: number[];
  stop(): Promise<void>;
}

interface SiteOptions {
  cluster: Cluster;
  sandboxUrl: string;
  dataDir: string;
  logs: string;
}

/**
 * Starts three web processes and two workers in production mode, one after the other, because the first one
 * migrates the database.
 */
export async function startSite({ cluster, sandboxUrl, dataDir, logs }: SiteOptions): Promise<Site> {
  const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, ...production } = PRODUCTION_WITH_STANDINS;
  const processes: Program[] = [];
  const startSeconds: number[] = [];
  const members = [
    ...cluster.webPorts.map((port, n) => ({ name: `web${n + 1}`, role: 'web', port })),
    { name: 'worker1', role: 'worker', port: await freePort() },
    { name: 'worker2', role: 'worker', port: await freePort() },
  ];
  for (const { name, role, port } of members) {
    const program = new Program({
      name,
      command: process.execPath,
      args: ['--max-semi-space-size=8', 'server/main.ts'],
      cwd: ROOT,
      logs,
      env: {
        ...production,
        REHEARSAL: '1',
        ROLE: role,
        PORT: String(port),
        DATABASE_URL: cluster.pooledUrl('everything_card'),
        DATABASE_READ_URL: cluster.pooledUrl('everything_card_read'),
        DATABASE_DIRECT_URL: cluster.url(),
        DATABASE_STATEMENTS: 'unnamed',
        STRIPE_SANDBOX_URL: sandboxUrl,
        DATA_DIR: dataDir,
        TRUST_PROXY: '1',
      },
    });
    processes.push(program);
    const startedAt = performance.now();
    program.start();
    await waitUntilReady(`http://127.0.0.1:${port}`, program);
    startSeconds.push((performance.now() - startedAt) / 1000);
  }
  const stop = async () => {
    await Promise.all(processes.map((program) => program.end('SIGTERM')));
  };
  return { processes, startSeconds, stop };
}

async function waitUntilReady(url: string, program: Program): Promise<void> {
  const deadline = performance.now() + START_SECONDS * 1000;
  for (;;) {
    try {
      return await requireReady(url);
    } catch (error) {
      if (program.deaths.length > 0 || performance.now() > deadline)
        throw new Error(`${program.name} is not ready: ${program.deaths}`, { cause: error });
      await sleep(50);
    }
  }
}

export async function describeProcesses({ processes, startSeconds }: Site): Promise<Table> {
  const rows = processes.map(async ({ name, pid }, n) => [
    name,
    `${(startSeconds[n] ?? 0).toFixed(1)} s`,
    `${Math.round(await readMemoryMb(pid))} MB`,
  ]);
  return { columns: ['process', 'start', 'memory at the end'], rows: await Promise.all(rows) };
}
