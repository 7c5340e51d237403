import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished } from 'vitest';
import { DatabaseProxy } from '#tests/bench/faults/database-proxy.ts';
import { startDoomedProcess } from '#tests/helpers/crash/doomed-process.ts';
import { serverTest, testDb } from '#tests/helpers/database/database.ts';
import { freePort } from '#tests/helpers/free-port.ts';

const database = testDb();

serverTest('[D62] an outage of the database is logged when it begins and when it is over', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'everything-card-outage-'));
  const proxy = new DatabaseProxy(database.url ?? '');
  const logFile = join(dataDir, 'log');
  const port = await freePort();
  const { child, exited } = await startDoomedProcess({
    databaseUrl: await proxy.open(),
    dataDir,
    sandboxUrl: 'http://127.0.0.1:9',
    port,
    killAt: null,
    logFile,
  });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await exited;
    await proxy.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  const statuses = new Set<number>();
  const load = async (seconds: number) => {
    const until = Date.now() + seconds * 1000;
    while (Date.now() < until) {
      const paths = ['/readyz', '/api/search/download?zip=80202', '/trpc/catalog.plans', '/'];
      const responses = await Promise.all(paths.map((path) => fetch(`http://127.0.0.1:${port}${path}`)));
      for (const { status } of responses) statuses.add(status);
      await sleep(50);
    }
  };
  await load(1);
  await proxy.close();
  await load(4);
  expect(statuses).toContain(503);
  await proxy.open();
  await load(1);
  const readLines = async () => {
    const lines = (await readFile(logFile, 'utf8')).match(/(?:INFO|WARN|ERROR).*/g) ?? [];
    return lines.filter((line) => !line.includes('Server listening'));
  };
  await expect.poll(readLines).toHaveLength(2);
  expect(await readLines()).toEqual([
    'ERROR: the database is unavailable',
    'WARN: the database is available again',
  ]);
  const [, seconds, failures] =
    /seconds: (\S+)\n\s+failures: (\d+)/.exec(await readFile(logFile, 'utf8')) ?? [];
  expect(Number(seconds)).toBeGreaterThan(3);
  expect(Number(failures)).toBeGreaterThan(10);
});
