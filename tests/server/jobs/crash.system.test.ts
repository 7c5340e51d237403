import { fork } from 'node:child_process';
import { once } from 'node:events';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createDb, type DbLocation } from '#db/client.ts';
import { type EmptyDatabase, emptyDatabase, emptyEmbedded } from '#tests/db/empty-database.ts';
import { embeddedTemplate } from '#tests/helpers/database/template.ts';
import { isLongRun } from '#tests/helpers/long-run.ts';
import type { DoomedWorkerOptions } from './doomed-worker.ts';
import { mailHandlers, readMailStates } from './mail-jobs.ts';
import { openQueue, QUICK_TIMING } from './test-queue.ts';

/** Jobs expire after 10 seconds, which is longer than the test needs to kill the worker. */
const timing = { ...QUICK_TIMING, expireSeconds: 10 };

async function prepareEmbedded(): Promise<EmptyDatabase> {
  const database = await emptyEmbedded();
  if ('dataDir' in database.location) {
    await cp(await embeddedTemplate(), database.location.dataDir, { recursive: true });
  }
  return database;
}

/** Kills a worker that has sent one email and is working on the next, as a power failure would. */
async function killWorker(location: DbLocation): Promise<Record<string, string>> {
  const workerOptions: DoomedWorkerOptions = { location, timing };
  const doomedProcess = fork(join(import.meta.dirname, 'doomed-worker.ts'), [JSON.stringify(workerOptions)]);
  const exited = once(doomedProcess, 'exit');
  const [mails] = await Promise.race([
    once(doomedProcess, 'message'),
    exited.then(() => Promise.reject(new Error('The worker exited by itself'))),
  ]);
  doomedProcess.kill('SIGKILL');
  await exited;
  return mails;
}

test.each([
  { name: 'PostgreSQL', make: emptyDatabase },
  ...(isLongRun ? [{ name: 'the embedded database', make: prepareEmbedded }] : []),
])('[D18] a killed worker loses no email and sends none twice, on $name', async (databaseKind) => {
  const { location, remove } = await databaseKind.make();
  onTestFinished(remove);
  const mails = await killWorker(location);
  expect(Object.values(mails).sort()).toEqual(['active', 'active', 'completed']);

  const client = await createDb(location);
  onTestFinished(() => client.close());
  const url = 'databaseUrl' in location ? location.databaseUrl : undefined;
  const queue = await openQueue({ client, url }, timing);
  const sent: string[] = [];
  await queue.startWorkers(mailHandlers(async (to) => void sent.push(to)));
  const unsentAddresses = Object.keys(mails).filter((to) => mails[to] === 'active');
  await expect.poll(() => [...sent].sort()).toEqual(unsentAddresses.sort());
  await expect
    .poll(() => readMailStates(client))
    .toEqual(Object.fromEntries(Object.keys(mails).map((to) => [to, 'completed'])));
});
