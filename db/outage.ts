/** SQLSTATEs, and classes of them (the first two characters), of failures that a later retry may not hit. */
const OUTAGE_STATES = [
  '08', // The connection failed.
  '28', // The login was refused.
  '3D000', // There is no such database.
  '40', // Still a conflict after every retry.
  '53', // Out of connections, memory, or disk.
  '57P', // The server shuts down, crashed, or starts.
  '57014', // Canceled after the statement timeout.
  '25006', // A failover left us on a read-only standby.
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

/** Errors of pg and its pool that have a message but no code. */
const DRIVER_MESSAGES =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when trying to connect|timeout expired)/;

/** True if the database is unreachable or all its connections are in use. */
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

const RETRY_MS = 500;

/** Repeats work that must be recorded until the database takes it. The work must be safe to repeat. */
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
