export const FALLBACK_MESSAGE = 'Please contact customer support';

/** What any failed call becomes before a person reads it. */
export interface Failure {
  message: string;
  /** By the field's path: 'email', 'members.0.name'. */
  fieldErrors: Record<string, string>;
  /** The server's AppError code; NETWORK where no answer came, UNEXPECTED where it was none of ours. */
  code: string;
  requestId: string | undefined;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function stringsOf(value: unknown): Record<string, string> {
  if (!isRecord(value)) return {};
  return Object.fromEntries(
    Object.entries(value).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
  );
}

/** The one place where a thrown thing becomes words: tRPC's errors, a plain-HTTP `{error}`, or anything else. */
export function toFailure(error: unknown): Failure {
  const base: Failure = {
    message: FALLBACK_MESSAGE,
    fieldErrors: {},
    code: 'UNEXPECTED',
    requestId: undefined,
  };
  if (!isRecord(error)) return base;
  if (isFailure(error)) return error;
  const data = error.data;
  if (!isRecord(data)) return { ...base, code: error.name === 'TRPCClientError' ? 'NETWORK' : 'UNEXPECTED' };
  return {
    message: typeof error.message === 'string' && error.message !== '' ? error.message : FALLBACK_MESSAGE,
    fieldErrors: stringsOf(data.fieldErrors),
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

/** True where the server said no: the call certainly changed nothing. False where it may yet have happened. */
export function isRefusal(failure: Failure): boolean {
  return !OUTCOME_UNKNOWN.has(failure.code);
}

const PURCHASE_ANSWERS = new Set([
  'CARD_DECLINED',
  'CARD_INVALID',
  'CARD_CHECK_NEEDED',
  'PRICE_CHANGED',
  'WRONG_PROMO_CODE',
]);

/** True where the server has looked at the purchase itself: neither this try nor an earlier one has gone through. */
export function isPurchaseAnswer(failure: Failure): boolean {
  return PURCHASE_ANSWERS.has(failure.code);
}
