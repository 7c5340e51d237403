export const FALLBACK_MESSAGE = 'Please contact customer support';

/** A failed call, in a form that can be shown. */
export interface Failure {
  message: string;
  /** By the field's path: 'email', 'members.0.name'. */
  fieldErrors: Record<string, string>;
  /** The server's AppError code, NETWORK without a response, or UNEXPECTED for any other error. */
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

/** Converts tRPC errors, plain-HTTP `{error}` bodies and anything else that was thrown. */
export function toFailure(error: unknown): Failure {
  const fallback: Failure = {
    message: FALLBACK_MESSAGE,
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

/** True if the server refused the call and changed nothing. False if the call may have succeeded. */
export function isRefusal(failure: Failure): boolean {
  return !OUTCOME_UNKNOWN.has(failure.code);
}

const PURCHASE_REFUSALS = new Set([
  'CARD_DECLINED',
  'CARD_INVALID',
  'CARD_CHECK_NEEDED',
  'PRICE_CHANGED',
  'WRONG_PROMO_CODE',
]);

/** True if the server examined the purchase: neither this attempt nor an earlier one succeeded. */
export function isPurchaseRefusal(failure: Failure): boolean {
  return PURCHASE_REFUSALS.has(failure.code);
}
