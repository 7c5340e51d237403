import { fork } from 'node:child_process';
import { once } from 'node:events';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createDb, type DbLocation } from '#db/client.ts';
import { type EmptyDatabase, emptyDatabase, emptyEmbedded } from '#tests/db/empty-database.ts';
import { embeddedTemplate } from '#tests/helpers/database/template.ts';
import type { DoomedWork } from './doomed-worker.ts';
import { mailHandlers, storedMails } from './mail-jobs.ts';
import { openQueue, QUICK } from './test-queue.ts';

vi.setConfig({ testTimeout: 60_000 });

/** Longer than the test needs to kill the worker. */
const timing = { ...QUICK, expireSeconds: 4 };

async function preparedEmbedded(): Promise<EmptyDatabase> {
  const database = await emptyEmbedded();
  if ('dataDir' in database.location) {
    await cp(await embeddedTemplate(), database.location.dataDir, { recursive: true });
  }
  return database;
}

/** Kills a worker that has sent one mail and is working on the next, as a power cut would. */
async function killWorker(location: DbLocation): Promise<unknown> {
  const work: DoomedWork = { location, timing };
  const doomed = fork(join(import.meta.dirname, 'doomed-worker.ts'), [JSON.stringify(work)]);
  const ended = once(doomed, 'exit');
  const [mails] = await Promise.race([
    once(doomed, 'message'),
    ended.then(() => Promise.reject(new Error('The worker exited by itself'))),
  ]);
  doomed.kill('SIGKILL');
  await ended;
  return mails;
}

test.each([
  { name: 'PostgreSQL', make: emptyDatabase },
  { name: 'the embedded database', make: preparedEmbedded },
])('[D18] a killed worker loses no mail and repeats no sent mail, on $name', async (on) => {
  const { location, remove } = await on.make();
  onTestFinished(remove);
  expect(await killWorker(location)).toEqual({
    'sent@example.com': 'completed',
    'working@example.com': 'active',
    'waiting@example.com': 'active',
  });

  const client = await createDb(location);
  onTestFinished(() => client.close());
  const url = 'databaseUrl' in location ? location.databaseUrl : undefined;
  const queue = await openQueue({ client, url }, timing);
  const sent: string[] = [];
  await queue.work(mailHandlers(async (to) => void sent.push(to)));
  await expect
    .poll(() => [...sent].sort(), { timeout: 30_000 })
    .toEqual(['waiting@example.com', 'working@example.com']);
  await expect
    .poll(() => storedMails(client))
    .toEqual({
      'sent@example.com': 'completed',
      'working@example.com': 'completed',
      'waiting@example.com': 'completed',
    });
});
