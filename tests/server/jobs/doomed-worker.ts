import { setTimeout as sleep } from 'node:timers/promises';
import { createDb, type DbLocation } from '#db/client.ts';
import { type JobTiming, openJobQueue } from '#server/jobs/queue.ts';
import { recordingLogger } from '#tests/helpers/fakes/logger.ts';
import { enqueueMails, mailHandlers, storedMails } from './mail-jobs.ts';

export interface DoomedWorkerOptions {
  location: DbLocation;
  timing: JobTiming;
}

// Sends the first email, hangs in the second, reports its jobs to the parent process, and waits to be killed.
const { location, timing }: DoomedWorkerOptions = JSON.parse(process.argv[2] ?? '{}');
const client = await createDb(location);
const databaseUrl = 'databaseUrl' in location ? location.databaseUrl : undefined;
const queue = await openJobQueue(client, databaseUrl, recordingLogger(), timing);
await enqueueMails(queue, client, ['sent@example.com', 'working@example.com', 'waiting@example.com']);
await queue.startWorkers(
  mailHandlers(async (to) => {
    if (to === 'sent@example.com') return;
    await new Promise(() => {});
  }),
);
while ((await storedMails(client))['sent@example.com'] !== 'completed') await sleep(20);
process.send?.(await storedMails(client));
