import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import { toAppError } from '../trpc.ts';

/** Messages for errors that Fastify raises before a route runs. */
const BODY_ERRORS: Record<number, string> = {
  413: 'The request is too large',
  415: 'Please send JSON',
};

/** Converts anything that a route or Fastify threw, and logs unexpected errors. */
export function refusalOf(error: unknown, request: FastifyRequest): AppError {
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  if (!(error instanceof AppError) && status >= 400 && status < 500) {
    return new AppError('INVALID_INPUT', {
      message: BODY_ERRORS[status] ?? 'The request could not be read',
    });
  }
  const refusal = toAppError(error);
  if (refusal.code === 'UNEXPECTED') request.log.error({ err: error }, 'unexpected');
  return refusal;
}

/** Replies to every failed plain call with `{ error: <message> }`. */
export function registerErrorReplies(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const refusal = refusalOf(error, request);
    if (refusal.retryAfterSeconds) reply.header('retry-after', refusal.retryAfterSeconds);
    return reply.status(refusal.status).send({ error: refusal.message });
  });
}

/** Replies to malformed addresses, such as one with a stray %. No hook runs for them, so it sets the headers itself. */
export function refuseUnroutable(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = refusalOf(error, request);
  reply
    .status(refusal.status)
    .headers({
      'content-security-policy': "default-src 'none'",
      'x-content-type-options': 'nosniff',
      'x-request-id': request.id,
    })
    .send({ error: refusal.message });
}
