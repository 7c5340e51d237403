export const FALLBACK_MESSAGE = 'Please contact customer support';
export const OFFLINE_MESSAGE = 'You seem to be offline. Check your connection, then try again.';

/** Returns the message for an error that the server did not explain. */
export function describeUnexplained(error?: unknown): string {
  return isOffline(error) ? OFFLINE_MESSAGE : FALLBACK_MESSAGE;
}

/** Every browser's `fetch` throws a TypeError if no response arrives. tRPC keeps it as the cause. */
function isOffline(error: unknown): boolean {
  if (navigator.onLine === false) return true;
  const isCall = isRecord(error) && error.name === 'TRPCClientError';
  return isCall && isRecord(error.cause) && error.cause.name === 'TypeError';
}

/** A failed call, in the form that components display. */
export interface Failure {
  message: string;
  /** Messages by field path, such as 'email' or 'members.0.name'. */
  fieldErrors: Record<string, string>;
  /** The server's AppError code, NETWORK if there was no response, or UNEXPECTED for anything else. */
  code: string;
  requestId: string | undefined;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function keepStrings(value: unknown): Record<string, string> {
  if (!isRecord(value)) return {};
  return Object.fromEntries(
    Object.entries(value).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
  );
}

/** Converts anything that was thrown: a tRPC error, a Failure, or any other value. */
export function toFailure(error: unknown): Failure {
  const fallback: Failure = {
    message: describeUnexplained(error),
    fieldErrors: {},
    code: 'UNEXPECTED',
    requestId: undefined,
  };
  if (!isRecord(error)) return fallback;
  if (isFailure(error)) return error;
  const data = error.data;
  if (!isRecord(data))
    return { ...fallback, code: error.name === 'TRPCClientError' ? 'NETWORK' : 'UNEXPECTED' };
  return {
    message: typeof error.message === 'string' && error.message !== '' ? error.message : FALLBACK_MESSAGE,
    fieldErrors: keepStrings(data.fieldErrors),
    code: typeof data.code === 'string' ? data.code : 'UNEXPECTED',
    requestId: typeof data.requestId === 'string' ? data.requestId : undefined,
  };
}

function isFailure(value: Record<string, unknown>): value is Record<string, unknown> & Failure {
  return (
    typeof value.code === 'string' &&
    typeof value.message === 'string' &&
    isRecord(value.fieldErrors) &&
    !value.data
  );
}

const OUTCOME_UNKNOWN = new Set(['NETWORK', 'UNEXPECTED', 'UNAVAILABLE', 'PAYMENT_UNCONFIRMED']);

/** True if the server refused the call and changed nothing. False if the call may have taken effect. */
export function isRefusal(failure: Failure): boolean {
  return !OUTCOME_UNKNOWN.has(failure.code);
}

/** Refusals because of the session. The others are recognized by their HTTP status. */
const SESSION_CHANGED = ['NOT_SIGNED_IN', 'ACCOUNT_MISMATCH'];

/**
 * True if the server refused a call because the page shows what is no longer true: something was changed,
 * ended, or removed in the meantime, or the session is another one.
 */
export function isPageOutdated(error: unknown): boolean {
  const data = isRecord(error) ? error.data : null;
  if (!isRecord(data)) return false;
  return [404, 409].includes(Number(data.httpStatus)) || SESSION_CHANGED.includes(String(data.code));
}
