/** Failures that may not recur on a retry: SQLSTATE codes, or the first characters of several codes. */
const OUTAGE_STATES = [
  '08', // Connection failure.
  '28', // Login refused.
  '3D000', // The database doesn't exist.
  '40', // Transaction conflict, such as a deadlock.
  '53', // Out of connections, memory, or disk space.
  '57P', // The server is shutting down, starting up, or has crashed.
  '57014', // Canceled, for example by the statement timeout.
  '25006', // Connected to a read-only standby after a failover.
];

const SOCKET_CODES = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);

/** Errors of pg and its pool that have no code. */
const DRIVER_MESSAGES =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when trying to connect|timeout expired|Query read timeout)/;

/** True if a later retry may succeed, for example if the database is unreachable or out of connections. */
export function isDatabaseOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const isSocketMissing = code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect';
  return (
    isSocketMissing ||
    SOCKET_CODES.has(code) ||
    (code.length === 5 && OUTAGE_STATES.some((state) => code.startsWith(state))) ||
    DRIVER_MESSAGES.test(error.message)
  );
}

/** These affect only a single statement. */
const STATEMENT_STATES = ['40', '57014'];

/** True for an outage that affects every statement. */
export function isDatabaseAway(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return isDatabaseOutage(error) && !STATEMENT_STATES.some((state) => code.startsWith(state));
}

const RETRY_MS = 500;

/** Retries for as long as the database is unavailable. The work must be safe to repeat. */
export async function retryDuringOutage<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isDatabaseOutage(error)) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}
