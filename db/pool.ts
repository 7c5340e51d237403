import { createHash } from 'node:crypto';
import { PostgresDialect } from 'kysely';
import pg from 'pg';
import { getTypeParser } from './type-parsers.ts';

const MAX_NAMED_STATEMENTS = 500;
const statementNames = new Map<string, string>();

/**
 * Returns the same name for the same SQL, so that PostgreSQL prepares it once per connection. Returns undefined
 * when the maximum number of statements have names.
 */
function getStatementName(text: string): string | undefined {
  const existing = statementNames.get(text);
  if (existing) return existing;
  if (statementNames.size >= MAX_NAMED_STATEMENTS) return undefined;
  const name = createHash('sha1').update(text).digest('base64url');
  statementNames.set(text, name);
  return name;
}

/**
 * Kysely doesn't prepare statements. This pool names those with values, so that pg prepares them, which raises
 * throughput.
 */
class PreparingPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(
    callback: (err: Error | undefined, client: pg.PoolClient | undefined, done: () => void) => void,
  ): void;
  override connect(
    callback?: (err: Error | undefined, client: pg.PoolClient | undefined, done: () => void) => void,
  ): Promise<pg.PoolClient> | undefined {
    if (callback) {
      super.connect(callback);
      return undefined;
    }
    return super.connect().then(prepare);
  }
}

const preparedClients = new WeakSet<pg.PoolClient>();

function prepare(client: pg.PoolClient): pg.PoolClient {
  if (preparedClients.has(client)) return client;
  preparedClients.add(client);
  const query = client.query.bind(client);
  const queryByName = (text: unknown, values?: unknown) => {
    if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0) {
      return Reflect.apply(query, client, [text, values]);
    }
    return Reflect.apply(query, client, [{ name: getStatementName(text), text, values }]);
  };
  return Object.assign(client, { query: queryByName });
}

export interface ServerLocation {
  databaseUrl: string;
  /** The server's own address if `databaseUrl` is a pooler's. */
  directUrl?: string | undefined;
  /** The server's own address with the role that migrates, if it isn't that of the other addresses. */
  ownerUrl?: string | undefined;
  poolSize?: number;
  /** How long a statement waits for a connection from the pool. */
  connectTimeoutMs?: number;
  /** `unnamed` also works with a pooler that may use another server connection for each transaction. */
  statements?: 'named' | 'unnamed';
  /** Shown in `pg_stat_activity` and in the metrics. */
  applicationName?: string;
  /** 0 for no limit. Ignored with `unnamed`, because pgbouncer refuses this parameter. */
  statementTimeoutMs?: number;
  /** The maximum wait for a response, in case the server hangs or the network is cut. */
  answerTimeoutMs?: number;
  /** The age at which a connection is replaced, so that a hung one doesn't stay in the pool. */
  maxConnectionAgeSeconds?: number;
}

const openPools = new Map<string, pg.Pool>();

/** Returns the load of this process's pools. */
export function readPools() {
  return [...openPools].map(([name, pool]) => ({
    name,
    max: pool.options.max,
    total: pool.totalCount,
    idle: pool.idleCount,
    // `waitingCount` is briefly above 0 even if a connection is idle.
    waiting: pool.idleCount > 0 || pool.totalCount < pool.options.max ? 0 : pool.waitingCount,
  }));
}

/** Bypasses the pooler, for long statements and for settings of the session. */
export function bypassPooler(location: ServerLocation): ServerLocation {
  const { directUrl } = location;
  return directUrl ? { ...location, databaseUrl: directUrl, statements: 'named' } : location;
}

/** Bypasses the pooler too, as the role that may create and change tables. */
export function asOwner(location: ServerLocation): ServerLocation {
  const { ownerUrl } = location;
  return ownerUrl ? { ...location, databaseUrl: ownerUrl, statements: 'named' } : bypassPooler(location);
}

export function openPool({
  databaseUrl,
  poolSize = 10,
  connectTimeoutMs = 5_000,
  statements = 'named',
  applicationName = 'everything-card',
  statementTimeoutMs = 30_000,
  answerTimeoutMs,
  maxConnectionAgeSeconds = 0,
}: ServerLocation) {
  const Pool = statements === 'named' ? PreparingPool : pg.Pool;
  const pool = new Pool({
    connectionString: databaseUrl,
    max: poolSize,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: 30_000,
    maxLifetimeSeconds: maxConnectionAgeSeconds,
    keepAlive: true,
    application_name: applicationName,
    ...(statements === 'named' ? { statement_timeout: statementTimeoutMs } : {}),
    ...(answerTimeoutMs ? { query_timeout: answerTimeoutMs } : {}),
    types: { getTypeParser },
  });
  openPools.set(applicationName, pool);
  // If a connection breaks, its statement fails and the pool opens another one. But a connection can also
  // break while idle or between two statements; without these listeners, that would crash the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return {
    isExclusive: false,
    dialect: new PostgresDialect({ pool }),
    embedded: undefined,
    plugins: [],
    // Kysely's destroy() ends the pool.
    close: async () => {
      if (openPools.get(applicationName) === pool) openPools.delete(applicationName);
    },
  };
}
