import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { freePort } from '#tests/helpers/free-port.ts';

export const RULES_FOLDER = join(import.meta.dirname, '../../../server/deploy/prometheus');
const START_MS = 30_000;

const answer = z.object({
  data: z.object({
    alerts: z.array(z.object({ state: z.string(), labels: z.record(z.string(), z.string()) })),
  }),
});

export interface Prometheus {
  /** Returns the names of the alerts that are firing. */
  listFiring(): Promise<Set<string>>;
  stop(): Promise<void>;
}

/**
 * Starts Debian's Prometheus with our rules. `ports` belong to the product's processes, and `seconds` is
 * the interval of scrapes and evaluations.
 */
export async function startPrometheus(ports: readonly number[], seconds: number): Promise<Prometheus> {
  const folder = await mkdtemp(join(tmpdir(), 'everything-card-prometheus-'));
  const url = `http://127.0.0.1:${await freePort()}`;
  const config = {
    global: {
      scrape_interval: `${seconds}s`,
      evaluation_interval: `${seconds}s`,
      scrape_timeout: `${seconds}s`,
    },
    rule_files: [join(RULES_FOLDER, 'alerts.yml')],
    scrape_configs: [
      {
        job_name: 'everything-card',
        static_configs: [{ targets: ports.map((port) => `127.0.0.1:${port}`) }],
      },
    ],
  };
  // JSON is valid YAML.
  const file = join(folder, 'prometheus.yml');
  await writeFile(file, JSON.stringify(config));
  let output = '';
  const child = spawn(
    'prometheus',
    [
      `--config.file=${file}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=${new URL(url).host}`,
      '--log.level=warn',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const exited = new Promise<void>((resolve) => {
    child.once('error', () => {
      output = 'This needs Prometheus: apt-get install prometheus';
      resolve();
    });
    child.once('exit', () => resolve());
  });
  child.stderr.on('data', (chunk) => {
    output += chunk;
  });
  const stop = async () => {
    child.kill('SIGKILL');
    await exited;
    await rm(folder, { recursive: true, force: true });
  };
  const deadline = Date.now() + START_MS;
  while (!(await fetch(`${url}/-/ready`).catch(() => null))?.ok) {
    if (Date.now() > deadline || child.exitCode !== null || child.pid === undefined) {
      await stop();
      throw new Error(`Prometheus did not start. ${output}`);
    }
    await sleep(200);
  }
  return {
    listFiring: async () => {
      const response = await fetch(`${url}/api/v1/alerts`);
      const { alerts } = answer.parse(await response.json()).data;
      return new Set(
        alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname ?? ''),
      );
    },
    stop,
  };
}

/** Returns the first command of each alert's section in ALERTS.md. */
export async function readFirstCommands(): Promise<Map<string, string>> {
  const text = await readFile(join(RULES_FOLDER, 'ALERTS.md'), 'utf8');
  const sections = text.matchAll(/^## (\w+)\n[\s\S]*?```sh\n([\s\S]*?)```/gm);
  return new Map(Array.from(sections, ([, name = '', commands = '']) => [name, commands.trim()]));
}
