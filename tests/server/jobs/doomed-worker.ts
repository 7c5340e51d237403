import { setTimeout as sleep } from 'node:timers/promises';
import { createDb, type DbLocation } from '#db/client.ts';
import { type JobTiming, openJobQueue } from '#server/platform/jobs/queue.ts';
import { recordingLogger } from '#tests/helpers/fakes/logger.ts';
import { enqueueMails, mailHandlers, readMailStates } from './mail-jobs.ts';

export interface DoomedWorkerOptions {
  location: DbLocation;
  timing: JobTiming;
}

// Sends one email, hangs in the next, reports its jobs to the parent process, and waits to be killed.
const { location, timing }: DoomedWorkerOptions = JSON.parse(process.argv[2] ?? '{}');
const client = await createDb(location);
const queue = await openJobQueue(client, recordingLogger(), timing);
await enqueueMails(queue, client, ['a@example.com', 'b@example.com', 'c@example.com']);
let sentCount = 0;
await queue.startWorkers(
  mailHandlers(async () => {
    if (sentCount++ > 0) await new Promise(() => {});
  }),
);
for (;;) {
  const mails = await readMailStates(client);
  const states = Object.values(mails);
  if (states.includes('completed') && !states.includes('created')) {
    process.send?.(mails);
    break;
  }
  await sleep(20);
}
