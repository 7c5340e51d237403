import type { Records } from '../state/records.ts';

type ErrorType = 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';

export interface ErrorBody {
  type: ErrorType;
  message: string;
  code?: string;
  decline_code?: string;
  param?: string;
  charge?: string;
  doc_url?: string;
  advice_code?: string;
  payment_intent?: Records['payment_intent'];
  payment_method?: Records['payment_method'];
  setup_intent?: Records['setup_intent'];
}

interface Consequences {
  /** Keep the changes made before the error, such as the record of a declined charge. */
  keep?: boolean;
  /**
   * Return the same error when the idempotency key is used again. False for validation errors and conflicts.
   */
  remember?: boolean;
}

/** Has the shape of Stripe's error responses. */
export class SandboxError extends Error {
  readonly status: number;
  readonly body: ErrorBody;
  readonly keep: boolean;
  readonly remember: boolean;

  constructor(status: number, body: ErrorBody, consequences: Consequences = {}) {
    super(body.message);
    this.status = status;
    this.body = body;
    this.keep = consequences.keep ?? false;
    this.remember = consequences.remember ?? true;
  }
}

export function invalidRequest(message: string, details: Partial<ErrorBody> = {}): SandboxError {
  return new SandboxError(400, { type: 'invalid_request_error', message, ...details });
}

/** Returns an error after which the request's idempotency key can be used again, as at Stripe. */
export function invalidParam(param: string, message: string, code?: string): SandboxError {
  const body: ErrorBody = { type: 'invalid_request_error', message, param };
  if (code !== undefined) body.code = code;
  return new SandboxError(400, body, { remember: false });
}

export function resourceMissing(noun: string, id: string, param = 'id'): SandboxError {
  return new SandboxError(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${noun}: '${id}'`,
    param,
  });
}

/** Stripe returns 400 for an unknown id in a parameter, and 404 for one in the path. */
export function missingParam(noun: string, id: string, param: string): SandboxError {
  return new SandboxError(400, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${noun}: '${id}'`,
    param,
  });
}

export interface Refusal {
  readonly code: NonNullable<NonNullable<Records['payment_intent']['last_payment_error']>['code']>;
  readonly decline_code?: string;
  readonly message: string;
  readonly param?: string;
}

export function cardError(refusal: Refusal, details: Partial<ErrorBody> = {}, keep = true): SandboxError {
  return new SandboxError(402, { type: 'card_error', ...refusal, ...details }, { keep });
}
