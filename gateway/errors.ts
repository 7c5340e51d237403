import { TRPCError } from '@trpc/server';
import { createGraphQLError } from 'graphql-yoga';
import type { Context } from '#server/context.ts';
import { AppError } from '#server/errors.ts';
import { logError, toAppError } from '#server/trpc.ts';

/** What a GraphQL client gets besides the error's sentence. */
export function errorExtensions(error: AppError, requestId: string) {
  return {
    code: error.code,
    requestId,
    ...(error.fieldErrors ? { fieldErrors: error.fieldErrors } : {}),
  };
}

/** Errors are returned with status 200. Only an exceeded limit changes the HTTP status, so that clients back off. */
function httpExtension({ status, retryAfterSeconds }: AppError) {
  if (retryAfterSeconds === undefined) return {};
  const headers = { 'retry-after': String(retryAfterSeconds) };
  return { http: status === 429 ? { status, headers } : { headers } };
}

/** Converts anything an operation throws. An unexpected error is logged, and its text is not sent. */
export function toGraphQLError(error: unknown, operation: string, ctx: Context) {
  const appError = toAppError(error);
  // Procedures log their own faults.
  const isAlreadyLogged = error instanceof TRPCError && error.cause instanceof AppError;
  if (!isAlreadyLogged)
    logError(ctx.deps.log, appError, {
      path: operation,
      requestId: ctx.requestId,
      accountId: ctx.account?.id,
    });
  return createGraphQLError(appError.message, {
    extensions: { ...errorExtensions(appError, ctx.requestId), ...httpExtension(appError) },
  });
}
