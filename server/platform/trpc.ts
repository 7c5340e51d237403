import { initTRPC, TRPCError } from '@trpc/server';
import { ZodError } from 'zod';
import { isAccountDeleted } from '#db/client.ts';
import { isDatabaseOutage } from '#db/outage.ts';
import { AppError, type ErrorCode } from '../lib/errors.ts';
import { toFieldErrors } from '../lib/field-errors.ts';
import type { Context } from './context.ts';
import type { Logger } from './deps.ts';
import '../lib/field-messages.ts';
import { isFresh, isStaff } from '../lib/staff-permissions.ts';
import { countProcedureCall } from './monitoring/metrics.ts';
import { recordSecurityEvent } from './monitoring/security-events.ts';
import { traced } from './monitoring/tracing.ts';
import type { OwnLimitName } from './rate-limits/rate-limits.ts';

export interface ProcedureMeta {
  /** The procedure's own rate limit, in addition to the general ones. */
  limit?: OwnLimitName;
}

/** Sent to the web app with an error message. */
export interface ErrorData {
  code: ErrorCode;
  fieldErrors?: Record<string, string>;
  requestId: string;
}

const t = initTRPC
  .context<Context>()
  .meta<ProcedureMeta>()
  .create({
    errorFormatter: ({ error, shape, ctx }) => {
      const appError = toAppError(error);
      const data: ErrorData = {
        code: appError.code,
        requestId: ctx?.requestId ?? '',
        ...(appError.fieldErrors ? { fieldErrors: appError.fieldErrors } : {}),
      };
      return { code: shape.code, message: appError.message, data: { ...data, httpStatus: appError.status } };
    },
  });

/** Converts anything that a procedure threw. Users never see the message of an unexpected error. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof ZodError) {
    const fieldErrors = toFieldErrors(error);
    return new AppError('INVALID_INPUT', {
      message: Object.values(fieldErrors)[0],
      fieldErrors,
      cause: error,
    });
  }
  if (error instanceof TRPCError) {
    if (error.cause instanceof AppError) return error.cause;
    if (error.code === 'BAD_REQUEST' && error.cause instanceof ZodError) return toAppError(error.cause);
    if (error.code === 'NOT_FOUND') return new AppError('NOT_FOUND', { cause: error });
    if (CLIENT_ERROR_CODES.has(error.code)) return new AppError('INVALID_INPUT', { cause: error });
  }
  const cause = error instanceof TRPCError ? (error.cause ?? error) : error;
  if (isAccountDeleted(cause)) return new AppError('NOT_SIGNED_IN', { cause });
  return new AppError(isDatabaseOutage(cause) ? 'UNAVAILABLE' : 'UNEXPECTED', { cause });
}

/**
 * Logs refusals, outages, and unexpected errors. For the last two, it logs the cause, which the caller
 * doesn't see.
 */
export function logError(
  log: Pick<Logger, 'error' | 'warn' | 'info'>,
  appError: AppError,
  details: ErrorDetails,
): void {
  if (appError.code === 'UNEXPECTED') log.error({ err: appError.cause, ...details }, 'unexpected');
  if (appError.code === 'UNAVAILABLE') log.warn({ err: appError.cause, ...details }, 'unavailable');
  if (appError.status === 403 || appError.status === 429) {
    recordSecurityEvent(log, 'refused', { reason: appError.code, ...details });
  }
}

interface ErrorDetails {
  /** The name of the procedure or GraphQL field. */
  path?: string | undefined;
  requestId?: string;
  accountId?: string | undefined;
}

const CLIENT_ERROR_CODES = new Set([
  'PARSE_ERROR',
  'BAD_REQUEST',
  'METHOD_NOT_SUPPORTED',
  'UNSUPPORTED_MEDIA_TYPE',
  'PAYLOAD_TOO_LARGE',
]);

const TRPC_CODES = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  402: 'PAYMENT_REQUIRED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  422: 'UNPROCESSABLE_CONTENT',
  429: 'TOO_MANY_REQUESTS',
  503: 'SERVICE_UNAVAILABLE',
} as const satisfies Record<number, TRPCError['code']>;

export function toTrpcCode(status: number): TRPCError['code'] {
  return (
    Object.entries(TRPC_CODES).find(([knownStatus]) => Number(knownStatus) === status)?.[1] ??
    'INTERNAL_SERVER_ERROR'
  );
}

/**
 * Counts a call, and converts and logs the errors of all middleware and procedures that follow. One
 * middleware does both, because each one copies the context.
 */
function createProcedure(countCall: (ctx: Context, meta: ProcedureMeta | undefined) => Promise<void>) {
  return t.procedure.use(async ({ ctx, path, meta, next }) => {
    const startedAt = performance.now();
    const run = () =>
      countCall(ctx, meta).then(
        () => next(),
        (error: unknown) => ({ ok: false as const, error }),
      );
    const result = await traced(path, run, (outcome) => (outcome.ok ? undefined : outcome.error));
    if (result.ok) {
      countProcedureCall(path, 'OK', startedAt);
      return result;
    }
    const appError = toAppError(result.error);
    countProcedureCall(path, appError.code, startedAt);
    logError(ctx.deps.log, appError, { path, requestId: ctx.requestId, accountId: ctx.account?.id });
    // tRPC derives the HTTP status from `code`.
    throw new TRPCError({ code: toTrpcCode(appError.status), message: appError.message, cause: appError });
  });
}

const countGeneral = (ctx: Context) => ctx.deps.limits.takeAccountCall(ctx);

async function countOwn(ctx: Context, meta: ProcedureMeta | undefined): Promise<void> {
  if (meta?.limit) await ctx.deps.limits.take(meta.limit, ctx);
}

/** Runs after the permission check, so that refused callers don't use up a procedure's limit. */
const takeOwnLimit = t.middleware(async ({ ctx, meta, next }) => {
  await countOwn(ctx, meta);
  return next();
});

const signedInProcedure = createProcedure(countGeneral).use(({ ctx, next }) => {
  if (!ctx.account) throw new AppError('NOT_SIGNED_IN');
  return next({ ctx: { ...ctx, account: ctx.account } });
});

export const router = t.router;
export const mergeRouters = t.mergeRouters;
export const createCallerFactory = t.createCallerFactory;

/** Open to visitors, within the rate limits. */
export const publicProcedure = createProcedure(async (ctx, meta) => {
  await countGeneral(ctx);
  await countOwn(ctx, meta);
});

/** Requires a signed-in account. */
export const accountProcedure = signedInProcedure.use(takeOwnLimit);

type PasskeyUse = 'none' | 'in-session' | 'fresh';

/**
 * Throws NOT_SIGNED_IN or NOT_ALLOWED unless the caller is staff in the web app (D39), and PASSKEY_REQUIRED
 * unless their session used a passkey, by default in the last ten minutes (D74).
 */
export function requireStaff<Caller extends Context>(
  ctx: Caller,
  { passkey = 'fresh', isAllowed = isStaff }: StaffRule = {},
) {
  const { account, passkeyAt, entryPoint, deps } = ctx;
  if (!account) throw new AppError('NOT_SIGNED_IN');
  if (entryPoint !== 'web' || !isAllowed(account.accountType)) throw new AppError('NOT_ALLOWED');
  const isUsed = passkey === 'fresh' ? isFresh(passkeyAt, deps.now()) : passkeyAt !== null;
  if (passkey !== 'none' && !isUsed) throw new AppError('PASSKEY_REQUIRED');
  return { ...ctx, account };
}

interface StaffRule {
  passkey?: PasskeyUse;
  isAllowed?: (accountType: number) => boolean;
}

interface StaffProcedureRule extends StaffRule {
  /** Returns true for the path of a mutation that doesn't require a recent passkey. */
  isExempt?: (path: string) => boolean;
}

/**
 * Creates a procedure for staff whose session used a passkey: in the last ten minutes for mutations (D74),
 * unless they are exempt. `passkey` replaces that rule.
 */
export const createStaffProcedure = ({ isExempt, ...rule }: StaffProcedureRule = {}) =>
  signedInProcedure
    .use(({ ctx, type, path, next }) => {
      const passkey = type === 'mutation' && !isExempt?.(path) ? 'fresh' : 'in-session';
      return next({ ctx: requireStaff(ctx, { passkey, ...rule }) });
    })
    .use(takeOwnLimit);
