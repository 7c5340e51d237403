import { DataDirInUse } from '#db/owner-lock.ts';
import { ConfigError } from '../config/config.ts';

/** Error codes of an unusable database: the operating system's, then PostgreSQL's. */
const UNREACHABLE = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'ETIMEDOUT', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['28P01', '28000', '3D000', '53300', '57P03'],
]);

function causesOf(error: unknown): Error[] {
  if (!(error instanceof Error)) return [];
  // A host name with several addresses has an error for each.
  const inner = error instanceof AggregateError ? error.errors : [];
  return [error, ...inner.flatMap(causesOf), ...causesOf(error.cause)];
}

const codeOf = (error: Error) => ('code' in error ? String(error.code) : '');
const isTimeout = (error: Error) =>
  error.message === 'timeout expired' || /connection timeout/i.test(error.message);

/** Host and port only: the URL also has the user and password. */
function hostOf(databaseUrl: string): string {
  return URL.parse(databaseUrl)?.host || 'the given address';
}

/** One line that says why the server did not start and what to do about it. */
export function describeStartFailure(
  error: unknown,
  settings: { port?: number; databaseUrl?: string | undefined },
): string {
  const causes = causesOf(error);
  const known = causes.find((cause) => cause instanceof ConfigError || cause instanceof DataDirInUse);
  if (known) return known.message;
  if (causes.some((cause) => codeOf(cause) === 'EADDRINUSE')) {
    return `Port ${settings.port ?? ''} is in use. Stop the program that uses it, or set PORT.`;
  }
  if (settings.databaseUrl) {
    const unreachable = causes.find((cause) => UNREACHABLE.has(codeOf(cause)) || isTimeout(cause));
    const reason = unreachable && (codeOf(unreachable) || unreachable.message);
    if (reason)
      return `Can't use the database at ${hostOf(settings.databaseUrl)} (${reason}). Check DATABASE_URL.`;
  }
  return causes.map(({ message }) => message).find(Boolean) ?? String(error);
}
