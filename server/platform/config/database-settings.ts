import { z } from 'zod';
import type { ServerLocation } from '#db/pool.ts';

const postgresUrl = z.string().regex(/^postgres(ql)?:\/\//, 'use postgres://…');

export const databaseSettings = {
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_DIRECT_URL: postgresUrl.optional(),
  DATABASE_READ_URL: postgresUrl.optional(),
  DATABASE_OWNER_URL: postgresUrl.optional(),
  DATABASE_STATEMENTS: z.enum(['named', 'unnamed']).default('named'),
  DATABASE_POOL: z.coerce.number().int().min(1).max(200).default(10),
  ROLE: z.enum(['web', 'worker', 'all']).default('all'),
};

type DatabaseEnvironment = z.infer<z.ZodObject<typeof databaseSettings>>;

export interface DatabaseConfig {
  databaseUrl: string | undefined;
  /** PostgreSQL's own URL, if `databaseUrl` is a connection pooler's. */
  databaseDirectUrl: string | undefined;
  /** A replica for the savings search and verifications. */
  databaseReadUrl: string | undefined;
  /** The URL of the role that owns the tables and migrates, if it isn't that of `databaseUrl`. */
  databaseOwnerUrl: string | undefined;
  databaseStatements: DatabaseEnvironment['DATABASE_STATEMENTS'];
  databasePool: number;
  /** `web` serves requests, `worker` runs jobs and timers, and `all` does both. */
  role: DatabaseEnvironment['ROLE'];
}

export function readDatabaseConfig(env: DatabaseEnvironment): DatabaseConfig {
  return {
    databaseUrl: env.DATABASE_URL,
    databaseDirectUrl: env.DATABASE_DIRECT_URL,
    databaseReadUrl: env.DATABASE_READ_URL,
    databaseOwnerUrl: env.DATABASE_OWNER_URL,
    databaseStatements: env.DATABASE_STATEMENTS,
    databasePool: env.DATABASE_POOL,
    role: env.ROLE,
  };
}

/** Requires DATABASE_URL for separate web and worker processes, which can't share the embedded database. */
export function listMissingForRole({ ROLE, DATABASE_URL }: DatabaseEnvironment): string[] {
  return ROLE !== 'all' && !DATABASE_URL ? [`DATABASE_URL (needed with ROLE=${ROLE})`] : [];
}

/** Returns where PostgreSQL is, or undefined for the embedded database. */
export function getServerLocation(config: DatabaseConfig): ServerLocation | undefined {
  if (!config.databaseUrl) return undefined;
  return {
    databaseUrl: config.databaseUrl,
    directUrl: config.databaseDirectUrl,
    ownerUrl: config.databaseOwnerUrl,
    statements: config.databaseStatements,
    poolSize: config.databasePool,
    applicationName: `everything-card ${config.role}`,
  };
}

/** How long a read waits for the replica before it goes to the primary. */
const REPLICA_TIMEOUT_MS = 3_000;

/** Returns where the replica is, or undefined without a replica. */
export function getReplicaLocation(config: DatabaseConfig): ServerLocation | undefined {
  if (!config.databaseReadUrl) return undefined;
  return {
    databaseUrl: config.databaseReadUrl,
    statements: config.databaseStatements,
    poolSize: config.databasePool,
    applicationName: `everything-card ${config.role} reads`,
    connectTimeoutMs: 1_000,
    statementTimeoutMs: REPLICA_TIMEOUT_MS,
    answerTimeoutMs: REPLICA_TIMEOUT_MS,
    maxConnectionAgeSeconds: 60,
  };
}
