import { fromKysely, type PgBoss } from 'pg-boss';
import type { Db, Trx } from '#db/client.ts';
import {
  countDeadLetters,
  DEAD_LETTERS,
  type DeadLetter,
  type DeadLetterFilter,
  findDeadLetters,
} from './dead-letter.repository.ts';

export interface DeadLetterBox {
  /** Returns dead letters, oldest first. */
  list(filter: DeadLetterFilter, limit: number): Promise<DeadLetter[]>;
  count(): Promise<Array<{ queue: string; count: number }>>;
  /** Like `list`, but locks what it returns, and leaves out what another transaction has locked. */
  lock(trx: Trx, filter: DeadLetterFilter, limit: number): Promise<DeadLetter[]>;
  /** Enqueues locked dead letters again, with all their retries. */
  retry(trx: Trx, letters: readonly DeadLetter[]): Promise<void>;
  /** Deletes locked dead letters. */
  drop(trx: Trx, letters: readonly DeadLetter[]): Promise<void>;
}

export function createDeadLetterBox(boss: PgBoss, db: Db): DeadLetterBox {
  return {
    list: (filter, limit) => findDeadLetters(db, filter, limit),
    count: () => countDeadLetters(db),
    lock: findDeadLetters,
    retry: async (trx, letters) => {
      const ids = letters.map(({ rowId }) => rowId);
      await boss.redrive(DEAD_LETTERS, { ids, limit: ids.length, db: fromKysely(trx.withoutPlugins()) });
    },
    drop: async (trx, letters) => {
      const ids = letters.map(({ rowId }) => rowId);
      await boss.deleteJob(DEAD_LETTERS, ids, { db: fromKysely(trx.withoutPlugins()) });
    },
  };
}
