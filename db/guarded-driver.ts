import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  type QueryCompiler,
  type TransactionSettings,
} from 'kysely';

interface Guard {
  /** May throw to refuse the connection. */
  beforeAcquire(): void;
  /** The database has a single connection, so callers must take turns. */
  isExclusive: boolean;
}

/** Wraps a dialect's driver so that `guard` controls who gets a connection. */
export function guardDialect(dialect: Dialect, guard: Guard): Omit<Dialect, 'createQueryCompiler'> {
  return {
    // PGlite's own adapter would make Kysely queue callers before `beforeAcquire` runs, so this driver queues
    // them instead.
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createDriver: () => new GuardedDriver(dialect.createDriver(), guard),
  };
}

class GuardedDriver implements Driver {
  readonly #driver: Driver;
  readonly #guard: Guard;
  /**
   * The end of the queue: resolves when the last caller has returned the connection. Used only if the guard
   * is exclusive.
   */
  #tail: Promise<void> = Promise.resolve();
  #release: (() => void) | undefined;

  constructor(driver: Driver, guard: Guard) {
    this.#driver = driver;
    this.#guard = guard;
  }

  init() {
    return this.#driver.init();
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    this.#guard.beforeAcquire();
    if (!this.#guard.isExclusive) return this.#driver.acquireConnection();
    const turn = Promise.withResolvers<void>();
    const previousTurn = this.#tail;
    this.#tail = turn.promise;
    await previousTurn;
    this.#release = turn.resolve;
    return this.#driver.acquireConnection();
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    await this.#driver.releaseConnection(connection);
    const release = this.#release;
    this.#release = undefined;
    release?.();
  }

  beginTransaction(connection: DatabaseConnection, settings: TransactionSettings) {
    return this.#driver.beginTransaction(connection, settings);
  }

  async commitTransaction(connection: DatabaseConnection) {
    // Committing a failed transaction rolls it back, and PGlite's driver reports no error. A statement in a
    // failed transaction always throws, so run one first.
    if (this.#guard.isExclusive) await connection.executeQuery(CompiledQuery.raw('select 1'));
    await this.#driver.commitTransaction(connection);
  }

  rollbackTransaction(connection: DatabaseConnection) {
    return this.#driver.rollbackTransaction(connection);
  }

  async savepoint(connection: DatabaseConnection, name: string, compile: QueryCompiler['compileQuery']) {
    await this.#driver.savepoint?.(connection, name, compile);
  }

  async rollbackToSavepoint(
    connection: DatabaseConnection,
    name: string,
    compile: QueryCompiler['compileQuery'],
  ) {
    await this.#driver.rollbackToSavepoint?.(connection, name, compile);
  }

  async releaseSavepoint(
    connection: DatabaseConnection,
    name: string,
    compile: QueryCompiler['compileQuery'],
  ) {
    await this.#driver.releaseSavepoint?.(connection, name, compile);
  }

  destroy() {
    return this.#driver.destroy();
  }
}
