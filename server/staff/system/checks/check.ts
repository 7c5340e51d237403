import { setTimeout as sleep } from 'node:timers/promises';

/** One line of the report. The text of a warning or a problem says what to do. */
export interface Verdict {
  status: 'ok' | 'warning' | 'problem';
  text: string;
}

export const ok = (text: string): Verdict => ({ status: 'ok', text });
export const warning = (text: string): Verdict => ({ status: 'warning', text });
export const problem = (text: string): Verdict => ({ status: 'problem', text });

/** Reports a stand-in. It is expected locally, but worth a warning in production. */
export const standIn = (production: boolean, text: string, setting: string): Verdict =>
  production ? warning(`${text}. To replace it, set ${setting}.`) : ok(text);

const TIMEOUT_MS = 30_000;

/** Turns an unexpected error or a timeout into a problem, so that the other checks still report. */
export async function runCheck(check: () => Promise<Verdict[]>): Promise<Verdict[]> {
  const timeout = new AbortController();
  try {
    return await Promise.race([
      check(),
      sleep(TIMEOUT_MS, [problem(`No answer within ${TIMEOUT_MS / 1000} seconds. Try again.`)], {
        signal: timeout.signal,
      }),
    ]);
  } catch (error) {
    return [problem(`Couldn’t be checked: ${describeError(error)}`)];
  } finally {
    timeout.abort();
  }
}

/** Returns the error's code instead of its message if there is one, because a message may quote a secret. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error instanceof AggregateError ? error.errors[0] : error.cause;
  if (cause instanceof Error) return describeError(cause);
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
}
