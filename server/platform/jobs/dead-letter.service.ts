import { inTransaction } from '#db/client.ts';
import { AppError } from '../../lib/errors.ts';
import { maskPayload, maskText } from '../../lib/mask.ts';
import type { Deps } from '../deps.ts';
import { recordAudit, type StaffAuthor } from '../monitoring/audit.service.ts';
import type { DeadLetter, DeadLetterFilter } from './dead-letter.repository.ts';

type DeadLetterDeps = Pick<Deps, 'db' | 'now'> & { jobs: Pick<Deps['jobs'], 'deadLetters'> };

const BATCH_SIZE = 500;

/** Returns the jobs that failed for good, oldest first, with the names and addresses in them masked. */
export async function listDeadLetters(
  { jobs }: Pick<DeadLetterDeps, 'jobs'>,
  filter: DeadLetterFilter,
  limit: number,
): Promise<DeadLetter[]> {
  return (await jobs.deadLetters.list(filter, limit)).map(maskDeadLetter);
}

export function countDeadLetters({ jobs }: Pick<DeadLetterDeps, 'jobs'>) {
  return jobs.deadLetters.count();
}

/** Returns a job with its whole payload, and records who opened it and why. Throws NOT_FOUND. */
export async function openDeadLetter(
  deps: DeadLetterDeps,
  id: string,
  { actorId, reason }: StaffAuthor,
): Promise<DeadLetter> {
  const [letter] = await deps.jobs.deadLetters.list({ ids: [id] }, 1);
  if (!letter) throw new AppError('NOT_FOUND');
  await recordAudit(deps.db, {
    actorId,
    action: 'job.open',
    subject: `job:${id}`,
    reason,
    at: deps.now(),
  });
  return letter;
}

/** Runs or deletes jobs that failed for good. Returns their ids; unknown ids are left out. */
export async function settleDeadLetters(
  { db, now, jobs }: DeadLetterDeps,
  filter: DeadLetterFilter,
  { actorId, reason }: StaffAuthor,
  verb: 'retry' | 'drop',
): Promise<string[]> {
  const settledIds: string[] = [];
  for (;;) {
    const batch = await inTransaction(db, async (trx) => {
      const letters = await jobs.deadLetters.lock(trx, filter, BATCH_SIZE);
      if (letters.length > 0) await jobs.deadLetters[verb](trx, letters);
      for (const { id, queue } of letters) {
        await recordAudit(trx, {
          actorId,
          action: `job.${verb}`,
          subject: `job:${id}`,
          reason,
          at: now(),
          change: verb === 'retry' ? { before: null, after: queue } : { before: queue, after: null },
        });
      }
      return letters;
    });
    settledIds.push(...batch.map(({ id }) => id));
    if (batch.length < BATCH_SIZE) return settledIds;
  }
}

function maskDeadLetter(letter: DeadLetter): DeadLetter {
  return { ...letter, payload: maskPayload(letter.payload), error: maskText(letter.error) };
}
