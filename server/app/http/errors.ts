import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../lib/errors.ts';
import type { Config } from '../../platform/config/config.ts';
import { logError, toAppError } from '../../platform/trpc.ts';
import { expectsPage, sendFailurePage } from './failure-page.ts';
import { createSecurityHeaders } from './security-headers.ts';

/** Messages for errors that Fastify raises before a route runs. */
const BODY_ERRORS: Record<number, string> = {
  413: 'The request is too large',
  415: 'Please send JSON',
};

/**
 * Converts any error that a route or Fastify threw to an AppError. Passes it to `logError` unless Fastify
 * rejected the request.
 */
export function toRequestError(error: unknown, request: FastifyRequest): AppError {
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  if (!(error instanceof AppError) && status >= 400 && status < 500) {
    return new AppError('INVALID_INPUT', {
      message: BODY_ERRORS[status] ?? 'The request could not be read',
    });
  }
  const appError = toAppError(error);
  if (!request.repeatsRefusal) {
    logError(request.log, appError, { path: request.routeOptions.url, requestId: request.id });
  }
  return appError;
}

/**
 * Replies to a failed REST request with `{ error: <message> }`, or with a page if a browser opens the URL
 * during an outage or above a limit.
 */
export function registerErrorReplies(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const appError = toRequestError(error, request);
    if (appError.retryAfterSeconds && expectsPage(request)) {
      return sendFailurePage(request, reply, appError);
    }
    if (appError.retryAfterSeconds) reply.header('retry-after', appError.retryAfterSeconds);
    return reply.status(appError.status).send({ error: appError.message });
  });
}

/**
 * Returns a handler that replies to malformed URLs, such as one with a stray %. Fastify runs no hooks for
 * them, so it sets the headers itself, and closes the connection, because nothing limits how long a body takes.
 */
export function createMalformedUrlReply(config: Config) {
  const headers = createSecurityHeaders(config);
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    const appError = toRequestError(error, request);
    reply
      .status(appError.status)
      .headers({ ...headers, connection: 'close', 'x-request-id': request.id })
      .send({ error: appError.message });
  };
}
