import { TRPCError } from '@trpc/server';
import { createGraphQLError } from 'graphql-yoga';
import { AppError } from '#server/lib/errors.ts';
import type { Context } from '#server/platform/context.ts';
import { logError, toAppError } from '#server/platform/trpc.ts';

export function toErrorExtensions(error: AppError, requestId: string) {
  return {
    code: error.code,
    requestId,
    ...(error.fieldErrors ? { fieldErrors: error.fieldErrors } : {}),
  };
}

/**
 * Adds a retry-after header and, for an exceeded rate limit, status 429, so that clients back off. Other
 * errors keep status 200.
 */
function toHttpExtension({ status, retryAfterSeconds }: AppError) {
  if (retryAfterSeconds === undefined) return {};
  const headers = { 'retry-after': String(retryAfterSeconds) };
  return { http: status === 429 ? { status, headers } : { headers } };
}

/**
 * Converts anything that an operation throws to a GraphQL error. An unexpected error is logged, and the
 * client gets a generic message instead of its text.
 */
export function toGraphQLError(error: unknown, operation: string, ctx: Context) {
  const appError = toAppError(error);
  // An AppError cause means that the procedure already logged it.
  const isAlreadyLogged = error instanceof TRPCError && error.cause instanceof AppError;
  if (!isAlreadyLogged)
    logError(ctx.deps.log, appError, {
      path: operation,
      requestId: ctx.requestId,
      accountId: ctx.account?.id,
    });
  return createGraphQLError(appError.message, {
    extensions: { ...toErrorExtensions(appError, ctx.requestId), ...toHttpExtension(appError) },
  });
}
