import { TRPCError } from '@trpc/server';
import { createGraphQLError } from 'graphql-yoga';
import type { Context } from '#server/context.ts';
import { AppError } from '#server/errors.ts';
import { toAppError } from '#server/trpc.ts';

/** What a GraphQL client reads of a refusal beside its sentence. */
export function errorExtensions(error: AppError, requestId: string) {
  return {
    code: error.code,
    requestId,
    ...(error.fieldErrors ? { fieldErrors: error.fieldErrors } : {}),
  };
}

/** GraphQL answers refusals with 200 and `errors`; a limit also says so to the HTTP client (DESIGN D49). */
function httpOf(error: AppError) {
  if (error.retryAfterSeconds === undefined) return {};
  return { http: { status: 429, headers: { 'retry-after': String(error.retryAfterSeconds) } } };
}

/**
 * Whatever an operation threw, as the GraphQL error whose message people read (SPEC section 8). An unexpected one
 * keeps its words to itself and is logged, unless the procedure that it came from did so already.
 */
export function toGraphQLError(error: unknown, operation: string, ctx: Context) {
  const app = toAppError(error);
  const comesLogged = error instanceof TRPCError && error.cause instanceof AppError;
  if (app.code === 'UNEXPECTED' && !comesLogged) {
    ctx.deps.log.error({ err: error, operation, requestId: ctx.requestId }, 'unexpected');
  }
  return createGraphQLError(app.message, {
    extensions: { ...errorExtensions(app, ctx.requestId), ...httpOf(app) },
  });
}
