import pg from 'pg';
import { packagedBinaries, systemBinaries } from './postgres-binaries.ts';
import { startThrowaway } from './postgres-server.ts';

export interface TestServer {
  /** The URL of the maintenance database. */
  url: string;
  /** Printed in the test output, such as 'PostgreSQL 17 of this machine, a throwaway server'. */
  description: string;
  stop(): Promise<void>;
}

/** Additional PostgreSQL settings; ignored if the server already runs. */
type Settings = Record<string, string>;

export interface NoServer {
  reasons: string[];
}

async function configuredServer(url: string): Promise<TestServer> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    const { rows } = await client.query<{ version: string; canCreateDatabases: boolean }>(
      `select current_setting('server_version') as version, rolcreatedb or rolsuper as "canCreateDatabases"
       from pg_roles where rolname = current_user`,
    );
    const [row] = rows;
    if (!row?.canCreateDatabases) throw new Error('its user may not create databases');
    return { url, description: `PostgreSQL ${row.version} of TEST_DATABASE_URL`, stop: async () => {} };
  } catch (error) {
    throw new Error(`TEST_DATABASE_URL cannot be used: ${formatReason(error)}`);
  } finally {
    await client.end().catch(() => {});
  }
}

async function systemServer(settings: Settings): Promise<TestServer> {
  const binaries = await systemBinaries();
  if (!binaries) throw new Error('none of version 15 or newer is installed');
  const server = await startThrowaway(binaries.folder, settings);
  return { ...server, description: `PostgreSQL ${binaries.major} of this machine, a throwaway server` };
}

async function packagedServer(settings: Settings): Promise<TestServer> {
  const binaries = await packagedBinaries();
  const server = await startThrowaway(binaries.folder, settings);
  return { ...server, description: `PostgreSQL ${binaries.major} of the npm package, a throwaway server` };
}

const SOURCES = { system: systemServer, package: packagedServer };

function formatReason(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split('\n').findLast((line) => line.trim() !== '') ?? 'unknown';
}

/**
 * Connects to TEST_DATABASE_URL, or starts this machine's PostgreSQL, or else the npm package's.
 * TEST_POSTGRES overrides this: `system` starts only the machine's, `package` only the npm package's, and
 * `none` neither. Returns the reasons if there is no server; throws if TEST_DATABASE_URL can't be used.
 */
export async function findPostgres(
  environment = process.env,
  settings: Settings = {},
): Promise<TestServer | NoServer> {
  const requestedSource = environment.TEST_POSTGRES;
  if (environment.TEST_DATABASE_URL && !requestedSource)
    return configuredServer(environment.TEST_DATABASE_URL);
  const reasons: string[] = [];
  for (const [name, start] of Object.entries(SOURCES)) {
    if (requestedSource && requestedSource !== name) continue;
    try {
      return await start(settings);
    } catch (error) {
      reasons.push(`${name}: ${formatReason(error)}`);
    }
  }
  return { reasons: requestedSource ? [`TEST_POSTGRES=${requestedSource}`, ...reasons] : reasons };
}
