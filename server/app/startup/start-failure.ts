import { SchemaTooNew } from '#db/migration-list.ts';
import { DataDirInUse } from '#db/owner-lock.ts';
import { ConfigError } from '../../platform/config/config.ts';

/** Codes of errors that make the database unusable: the operating system's, then PostgreSQL's. */
const UNREACHABLE_CODES = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'ETIMEDOUT', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['28P01', '28000', '3D000', '53300', '57P03'],
]);

const INSUFFICIENT_PRIVILEGE = '42501';

const SELF_EXPLANATORY_ERRORS = [ConfigError, DataDirInUse, SchemaTooNew];

function listCauses(error: unknown): Error[] {
  if (!(error instanceof Error)) return [];
  // A host name with several addresses fails with one error per address.
  const inner = error instanceof AggregateError ? error.errors : [];
  return [error, ...inner.flatMap(listCauses), ...listCauses(error.cause)];
}

const getCode = (error: Error) => ('code' in error ? String(error.code) : '');
const isTimeout = (error: Error) =>
  error.message === 'timeout expired' || /connection timeout/i.test(error.message);

/** Returns only the host and port, because the URL also contains the user and password. */
function readHost(databaseUrl: string): string {
  return URL.parse(databaseUrl)?.host || 'the given address';
}

/** Explains in one line why the server didn't start, and what to do about it. */
export function describeStartFailure(
  error: unknown,
  settings: { port?: number; metricsPort?: number | undefined; databaseUrl?: string | undefined },
): string {
  const causes = listCauses(error);
  const selfExplanatory = causes.find((cause) =>
    SELF_EXPLANATORY_ERRORS.some((kind) => cause instanceof kind),
  );
  if (selfExplanatory) return selfExplanatory.message;
  const portError = causes.find((cause) => getCode(cause) === 'EADDRINUSE');
  if (portError) {
    const isMetricsPort = 'port' in portError && portError.port === settings.metricsPort;
    const [port, setting] = isMetricsPort ? [settings.metricsPort, 'METRICS_PORT'] : [settings.port, 'PORT'];
    return `Port ${port ?? ''} is in use. Stop the program that uses it, or set ${setting}.`;
  }
  const refusal = causes.find((cause) => getCode(cause) === INSUFFICIENT_PRIVILEGE);
  if (refusal)
    return `The database refuses (${refusal.message}). If a migration is missing, run npm run db:migrate with DATABASE_OWNER_URL; if not, server/deploy/postgresql/roles.sql grants what the server needs.`;
  if (settings.databaseUrl) {
    const connectionError = causes.find((cause) => UNREACHABLE_CODES.has(getCode(cause)) || isTimeout(cause));
    const reason = connectionError && (getCode(connectionError) || connectionError.message);
    if (reason)
      return `Can't use the database at ${readHost(settings.databaseUrl)} (${reason}). Check DATABASE_URL.`;
  }
  return causes.map(({ message }) => message).find(Boolean) ?? String(error);
}
