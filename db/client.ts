import { AsyncLocalStorage } from 'node:async_hooks';
import type { PGlite } from '@electric-sql/pglite';
import { CamelCasePlugin, Kysely, type Transaction } from 'kysely';
import type { Database } from './database.ts';
import { openEmbedded } from './embedded.ts';
import { guardedDialect } from './guarded-driver.ts';
import { openPool } from './pool.ts';

/** A handle for single statements. Inside `inTransaction` it throws: use the `Trx` given there. */
export type Db = Kysely<Database>;
/** A handle that exists only inside a transaction: required by locking reads and by writes that must be atomic. */
export type Trx = Transaction<Database>;

export interface DbClient {
  db: Db;
  kind: 'embedded' | 'postgres';
  /** The embedded instance. The job queue runs its own statements on it, and waits while a transaction is open. */
  embedded: PGlite | undefined;
  close(): Promise<void>;
}

export type DbLocation =
  | { databaseUrl: string; poolSize?: number; connectTimeoutMs?: number }
  | {
      dataDir: string;
      /** Called once this process owns the folder, before its database is open. */
      onOwned?: () => void;
    };

const openTransaction = new AsyncLocalStorage<{ open: boolean }>();

function refuseInsideTransaction(): void {
  if (openTransaction.getStore()?.open) {
    throw new Error('The database handle was used inside a transaction: pass the transaction (trx) instead.');
  }
}

/** Opens PostgreSQL if a URL is given, else the embedded database in `dataDir` (one process at a time). */
export async function createDb(location: DbLocation): Promise<DbClient> {
  const source =
    'databaseUrl' in location ? openPool(location) : await openEmbedded(location.dataDir, location.onOwned);
  const db = new Kysely<Database>({
    dialect: guardedDialect(source.dialect, {
      beforeAcquire: refuseInsideTransaction,
      isExclusive: source.isExclusive,
    }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  });
  return {
    db,
    kind: source.kind,
    embedded: source.embedded,
    close: async () => {
      await db.destroy();
      await source.close();
    },
  };
}

/** Serialization failure and deadlock: PostgreSQL expects the client to repeat the whole transaction. */
const RETRIED_STATES = new Set(['40001', '40P01']);
const MAX_ATTEMPTS = 5;

function sqlState(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

type Effect = () => void | Promise<void>;

/**
 * Runs `work` in one transaction and repeats it on a conflict. Callbacks passed to `afterCommit` run once, after the
 * commit and outside the transaction. If one throws, the others still run before its error is rethrown; the commit
 * stands.
 */
export async function inTransaction<T>(
  db: Db,
  work: (trx: Trx, afterCommit: (effect: Effect) => void) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const effects: Effect[] = [];
    let result: T;
    try {
      result = await attemptTransaction(db, (trx) => work(trx, (effect) => effects.push(effect)));
    } catch (error) {
      if (attempt >= MAX_ATTEMPTS || !RETRIED_STATES.has(sqlState(error) ?? '')) throw error;
      await new Promise((resolve) => setTimeout(resolve, 5 * 2 ** attempt * Math.random()));
      continue;
    }
    // Outside the `try`, so that a failing effect does not repeat work that is already committed.
    await runEffects(effects);
    return result;
  }
}

async function attemptTransaction<T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> {
  const scope = { open: true };
  try {
    return await db.transaction().execute((trx) => openTransaction.run(scope, () => work(trx)));
  } finally {
    scope.open = false;
  }
}

async function runEffects(effects: Effect[]): Promise<void> {
  const failures: unknown[] = [];
  for (const effect of effects) {
    try {
      await effect();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

/** Whether the error is a unique violation, of the named constraint or index if one is given. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (sqlState(error) !== '23505') return false;
  if (!constraint) return true;
  return error instanceof Error && 'constraint' in error && error.constraint === constraint;
}
