import { type Db, inTransaction } from '#db/client.ts';
import { AppError } from '../../../lib/errors.ts';
import { derivedId } from '../../../lib/ids.ts';
import type { Deps } from '../../../platform/deps.ts';
import { recordAudit } from '../../../platform/monitoring/audit.service.ts';
import type { EditedBy } from '../edit/listing-edit.service.ts';
import {
  deletePairsSeenBefore,
  findLastName,
  findPair,
  setDismissed,
  storePairs,
} from './duplicate.repository.ts';

const NAMES_PER_BATCH = 1_000;
/** An arbitrary constant. Each day's job id is derived from it. */
const JOB_NAMESPACE = '0d9b7c52-3a41-4c1e-8f67-51c0a7e2b94d';

/** Compares all listed businesses, a range of names at a time. Safe to repeat. */
export async function findDuplicates({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const startedAt = now();
  for (let after = ''; ; ) {
    const lastName = await findLastName(db, after, NAMES_PER_BATCH);
    if (lastName === undefined) break;
    await inTransaction(db, (trx) => storePairs(trx, { after, last: lastName, now: startedAt }));
    after = lastName;
  }
  await deletePairsSeenBefore(db, startedAt);
}

/** Enqueues the search once a day. */
export async function enqueueDuplicateSearch({
  db,
  now,
  jobs,
}: Pick<Deps, 'db' | 'now' | 'jobs'>): Promise<void> {
  const day = now().toISOString().slice(0, 10);
  const id = derivedId(`find-duplicates ${day}`, JOB_NAMESPACE);
  await inTransaction(db, (trx) => jobs.enqueue(trx, 'find-duplicates', { day }, { id }));
}

/** Enqueues a search that staff requested. */
export async function requestDuplicateSearch(
  { db, now, jobs }: Pick<Deps, 'db' | 'now' | 'jobs'>,
  by: EditedBy,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    await recordAudit(trx, { ...by, action: 'duplicates.find', subject: 'duplicates', at: now() });
    await jobs.enqueue(trx, 'find-duplicates', { day: null });
  });
}

/** Throws NOT_FOUND. */
export async function getPair(db: Db, id: string) {
  const pair = await findPair(db, id);
  if (!pair) throw new AppError('NOT_FOUND');
  return pair;
}

/** Records that the pair isn't a duplicate. Throws CHANGED_SINCE if it is already dismissed. */
export async function dismissPair(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  id: string,
  by: EditedBy,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    if (!(await setDismissed(trx, id, now()))) throw new AppError('CHANGED_SINCE');
    const change = { before: 'likely duplicate', after: 'not a duplicate' };
    await recordAudit(trx, {
      ...by,
      action: 'duplicates.dismiss',
      subject: `duplicate:${id}`,
      at: now(),
      change,
    });
  });
}
