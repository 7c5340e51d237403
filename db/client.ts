import { AsyncLocalStorage } from 'node:async_hooks';
import type { PGlite } from '@electric-sql/pglite';
import { CamelCasePlugin, Kysely, type LogEvent, PostgresQueryCompiler, type Transaction } from 'kysely';
import type { Database } from './database.ts';
import type { EmbeddedOptions } from './embedded.ts';
import { guardDialect } from './guarded-driver.ts';
import { openPool, type ServerLocation } from './pool.ts';

/**
 * Names are camelCase in TypeScript and snake_case in SQL. Kysely's plugin copies each query to rename its
 * identifiers, which takes longer than compiling it. Here, `CasingCompiler` renames them as it writes the
 * SQL, and the plugin only renames the results.
 */
class Casing extends CamelCasePlugin {
  constructor() {
    super({ maintainNestedObjectKeys: true });
  }

  override transformQuery({ node }: Parameters<CamelCasePlugin['transformQuery']>[0]) {
    return node;
  }

  toSqlName(name: string): string {
    return this.snakeCase(name);
  }
}

class CasingCompiler extends PostgresQueryCompiler {
  readonly #casing: Casing;

  constructor(casing: Casing) {
    super();
    this.#casing = casing;
  }

  protected override sanitizeIdentifier(identifier: string): string {
    return super.sanitizeIdentifier(this.#casing.toSqlName(identifier));
  }
}

/** Runs single statements. Throws inside `inTransaction`: use its `Trx` there. */
export type Db = Kysely<Database>;
/** Exists only inside a transaction. Functions that lock rows or must write atomically require it. */
export type Trx = Transaction<Database>;

export interface DbClient {
  db: Db;
  /** Undefined for the embedded database. */
  server: ServerLocation | undefined;
  /**
   * The PGlite instance of the embedded database, on which the job queue runs its own statements. They wait
   * while a transaction is open.
   */
  embedded: PGlite | undefined;
  close(): Promise<void>;
}

export interface FinishedQuery {
  sql: string;
  durationMs: number;
  error: unknown;
}

interface DbOptions {
  onQuery?: ((query: FinishedQuery) => void) | undefined;
}

export type DbLocation = ServerLocation | ({ dataDir: string } & EmbeddedOptions);

const openTransaction = new AsyncLocalStorage<{ open: boolean }>();

function refuseInsideTransaction(): void {
  if (openTransaction.getStore()?.open) {
    throw new Error('The database handle was used inside a transaction: pass the transaction (trx) instead.');
  }
}

/** Only load the embedded database where it is used. */
async function loadEmbedded(location: Extract<DbLocation, { dataDir: string }>) {
  const { openEmbedded } = await import('./embedded.ts');
  return openEmbedded(location.dataDir, location);
}

/**
 * Connects to PostgreSQL if a URL is given. Otherwise opens the embedded database in `dataDir`, which only
 * one process may use at a time.
 */
export async function createDb(location: DbLocation, { onQuery }: DbOptions = {}): Promise<DbClient> {
  const source = 'databaseUrl' in location ? openPool(location) : await loadEmbedded(location);
  const casing = new Casing();
  const guardedDialect = guardDialect(source.dialect, {
    beforeAcquire: refuseInsideTransaction,
    isExclusive: source.isExclusive,
  });
  const db = new Kysely<Database>({
    dialect: { ...guardedDialect, createQueryCompiler: () => new CasingCompiler(casing) },
    plugins: [casing, ...source.plugins],
    ...(onQuery
      ? {
          log: (event: LogEvent) =>
            onQuery({
              sql: event.query.sql,
              durationMs: event.queryDurationMillis,
              error: event.level === 'error' ? event.error : undefined,
            }),
        }
      : {}),
  });
  return {
    db,
    server: 'databaseUrl' in location ? location : undefined,
    embedded: source.embedded,
    close: async () => {
      await db.destroy();
      await source.close();
    },
  };
}

/** Serialization failure and deadlock. PostgreSQL requires the client to retry the whole transaction. */
const RETRIED_STATES = new Set(['40001', '40P01']);
const MAX_ATTEMPTS = 5;

export function getSqlState(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

type Effect = () => void | Promise<void>;

/**
 * Runs `work` in a transaction, and retries it on a conflict until the last of `MAX_ATTEMPTS`. `afterCommit`
 * callbacks run once, after the commit. All of them run even if one throws; then the first error is rethrown,
 * but the transaction stays committed.
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
      if (attempt >= MAX_ATTEMPTS || !RETRIED_STATES.has(getSqlState(error) ?? '')) throw error;
      await new Promise((resolve) => setTimeout(resolve, 5 * 2 ** attempt * Math.random()));
      continue;
    }
    // Outside the `try`, so that a failing effect doesn't repeat committed work.
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

/** True for a write that a trigger refused, because the account is deleted. */
export function isAccountDeleted(error: unknown): boolean {
  return getSqlState(error) === 'ECDEL';
}

/** True for a unique violation; if `constraint` is given, only for that constraint or index. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (getSqlState(error) !== '23505') return false;
  if (!constraint) return true;
  return error instanceof Error && 'constraint' in error && error.constraint === constraint;
}
