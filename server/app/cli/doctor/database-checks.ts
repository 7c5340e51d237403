import { join } from 'node:path';
import { createDb, type Db, type DbClient } from '#db/client.ts';
import { listNewerMigrations, listPendingMigrations, SchemaTooNew } from '#db/migration-list.ts';
import { DataDirInUse } from '#db/owner-lock.ts';
import { pathExists } from '#db/snapshot.ts';
import { getAccountNumberPlace } from '../../../domains/affiliates/payout-accounts/payout-account.service.ts';
import { getNumbersPlace } from '../../../domains/affiliates/tax-forms/tax-form.service.ts';
import { assertTextsReviewed } from '../../../domains/content/text.service.ts';
import { readEmail } from '../../../lib/readers/email.ts';
import { valueOrNull } from '../../../lib/readers/reading.ts';
import { type Config, ConfigError } from '../../../platform/config/config.ts';
import { getReplicaLocation, getServerLocation } from '../../../platform/config/database-settings.ts';
import { loadFieldKeys } from '../../../platform/config/secrets.ts';
import { createFieldCipher, UnknownFieldKey } from '../../../platform/security/field-cipher.ts';
import { ok, problem, type Verdict, warning } from '../../../staff/system/checks/check.ts';
import { assertFileStore, assertPayments } from '../../startup/installation.service.ts';
import { describeStartFailure } from '../../startup/start-failure.ts';
import {
  findEncryptedPerKey,
  findForeignEmails,
  readRolePowers,
  readServerState,
} from './doctor.repository.ts';

const MIN_POSTGRES_VERSION = 15;
const MAX_LAG_SECONDS = 10;
const ONE_CONNECTION = { poolSize: 1, applicationName: 'everything-card doctor' };

export interface DatabaseReport {
  database: Verdict[];
  schema: Verdict[];
  keys: Verdict[];
  /**
   * The database's clock minus ours. Null if it could not be read, or if the database is embedded and uses
   * our clock.
   */
  clockOffsetMs: number | null;
}

const NOTHING_READ = { schema: [], keys: [], clockOffsetMs: null };

export async function checkDatabase(config: Config): Promise<DatabaseReport> {
  const { databaseUrl, dataDir } = config;
  if (!databaseUrl && !(await pathExists(join(dataDir, 'database')))) {
    return { ...NOTHING_READ, database: [ok(`embedded, created in ${dataDir} by the first start`)] };
  }
  let client: DbClient | undefined;
  try {
    const server = getServerLocation(config);
    client = await createDb(server ? { ...server, ...ONE_CONNECTION } : { dataDir });
    return await checkOpenDatabase(client.db, config);
  } catch (error) {
    if (error instanceof DataDirInUse) return checkRunningServer(config);
    return { ...NOTHING_READ, database: [problem(describeStartFailure(error, config))] };
  } finally {
    await client?.close();
  }
}

/** Checks the running server instead, because only it can read the embedded database. */
async function checkRunningServer({ port }: Config): Promise<DatabaseReport> {
  const response = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(5_000) });
  const { status }: { status?: unknown } = await response.json();
  const verdict = response.ok
    ? ok('embedded; the running server reports that it is ready')
    : problem(`The running server is not ready: ${status}. Look at its log.`);
  return { ...NOTHING_READ, database: [verdict] };
}

async function checkOpenDatabase(db: Db, config: Config): Promise<DatabaseReport> {
  const askedAt = Date.now();
  const { version, now, isReplica } = await readServerState(db);
  const answeredAt = Date.now();
  const major = Math.floor(version / 10_000);
  const name = config.databaseUrl ? `PostgreSQL ${major}` : `embedded, in ${config.dataDir}`;
  const database = [
    major < MIN_POSTGRES_VERSION
      ? problem(`This is PostgreSQL ${major}. Upgrade it to ${MIN_POSTGRES_VERSION} or newer.`)
      : ok(name),
    ...(isReplica ? [problem('DATABASE_URL is a read-only replica. Use the primary’s address.')] : []),
    ...(config.production && config.databaseUrl ? await checkRole(db) : []),
    ...(await checkReplica(config)),
  ];
  const pendingMigrations = await listPendingMigrations(db);
  const schema =
    pendingMigrations.length > 0
      ? [problem(`${pendingMigrations.length} migrations are missing. Apply them: npm run db:migrate`)]
      : [
          ok('has all migrations of this release'),
          ...(await listRefusals(db, config)),
          ...(await listHiddenEmails(db)),
        ];
  return {
    database,
    schema,
    keys: pendingMigrations.length > 0 ? [] : await checkFieldKeys(db, config),
    clockOffsetMs: config.databaseUrl ? now.getTime() - (askedAt + answeredAt) / 2 : null,
  };
}

/** Returns the reasons why the server would refuse to start on this database. */
async function listRefusals(db: Db, config: Config): Promise<Verdict[]> {
  const assertions: (() => Promise<unknown>)[] = [
    () => listNewerMigrations(db),
    () => assertPayments(db, config),
    () => assertFileStore(db, config),
    () => assertTextsReviewed({ db, config }),
  ];
  const refusals: Verdict[] = [];
  for (const assert of assertions) {
    await assert().catch((error: unknown) => {
      if (!(error instanceof ConfigError || error instanceof SchemaTooNew)) throw error;
      refusals.push(problem(error.message));
    });
  }
  return refusals;
}

const MAX_LISTED = 20;

/** The migration that mended such addresses left those whose visible form another account has. */
async function listHiddenEmails(db: Db): Promise<Verdict[]> {
  const accounts = (await findForeignEmails(db)).filter(
    ({ email }) => valueOrNull(readEmail(email)) !== email,
  );
  if (accounts.length === 0) return [];
  const ids = accounts.slice(0, MAX_LISTED).map(({ id }) => id);
  const more = accounts.length > MAX_LISTED ? `, and ${accounts.length - MAX_LISTED} more` : '';
  return [
    warning(
      `Nobody can log in to these accounts, because their email addresses have invisible characters: ${ids.join(', ')}${more}. ` +
        'Other accounts have the visible addresses. Ask their owners which account should stay.',
    ),
  ];
}

const PLAIN_ROLE = 'Use a plain role, and another one to migrate: server/deploy/postgresql/roles.sql.';

async function checkRole(db: Db): Promise<Verdict[]> {
  const { isSuperuser, ownsTables, canTruncate, canCreate } = await readRolePowers(db);
  if (isSuperuser) return [problem(`The role in DATABASE_URL is a superuser. ${PLAIN_ROLE}`)];
  const powers = [
    ...(ownsTables ? ['owns tables'] : []),
    ...(canTruncate ? ['may truncate tables'] : []),
    ...(canCreate ? ['may create tables'] : []),
  ];
  if (powers.length === 0) return [ok('the role in DATABASE_URL may only read and write rows')];
  return [warning(`The role in DATABASE_URL ${powers.join(', ')}. ${PLAIN_ROLE}`)];
}

async function checkReplica(config: Config): Promise<Verdict[]> {
  const location = getReplicaLocation(config);
  if (!location) return [];
  let client: DbClient | undefined;
  try {
    client = await createDb({ ...location, ...ONE_CONNECTION });
    const { isReplica, lagSeconds } = await readServerState(client.db);
    if (!isReplica)
      return [warning('DATABASE_READ_URL is not a replica. Use a replica’s address, or unset it.')];
    const lag = Math.round(lagSeconds ?? 0);
    return lag > MAX_LAG_SECONDS
      ? [problem(`The replica is ${lag} seconds behind. Look at its log and at its network.`)]
      : [ok(`the replica is ${lag} seconds behind`)];
  } catch (error) {
    const text = describeStartFailure(error, location);
    return [problem(text.replace('Check DATABASE_URL', 'Check DATABASE_READ_URL'))];
  } finally {
    await client?.close();
  }
}

const PLACES = { 'tax form': getNumbersPlace, 'bank account': getAccountNumberPlace };

/** Checks that each key can decrypt one tax form and one bank account. */
async function checkFieldKeys(db: Db, config: Config): Promise<Verdict[]> {
  const cipher = createFieldCipher(await loadFieldKeys(config));
  const samples = await findEncryptedPerKey(db);
  const faults = samples.flatMap(({ kind, keyId, rows, id, envelope }) => {
    try {
      cipher.decrypt(envelope, PLACES[kind](id));
      return [];
    } catch (error) {
      return error instanceof UnknownFieldKey
        ? [problem(`FIELD_KEYS lacks the key '${keyId}' of ${rows} ${kind}s. Add it at the end.`)]
        : [
            problem(
              `The key '${keyId}' in FIELD_KEYS is not the one that encrypted ${rows} ${kind}s. Restore it.`,
            ),
          ];
    }
  });
  if (faults.length > 0 || samples.length === 0) return faults;
  return [ok('the tax forms and bank accounts can be decrypted')];
}
