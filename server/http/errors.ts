import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import { toAppError } from '../trpc.ts';

/** Faults that fastify finds itself: a body that is no JSON, too large, or of another type. */
const REFUSED_BODY: Record<number, string> = {
  413: 'The request is too large',
  415: 'Please send JSON',
};

/** Whatever a route or fastify itself threw, as a refusal; what nobody expected is logged. */
export function refusalOf(error: unknown, request: FastifyRequest): AppError {
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  if (!(error instanceof AppError) && status >= 400 && status < 500) {
    return new AppError('INVALID_INPUT', {
      message: REFUSED_BODY[status] ?? 'The request could not be read',
    });
  }
  const refusal = toAppError(error);
  if (refusal.code === 'UNEXPECTED') request.log.error({ err: error }, 'unexpected');
  return refusal;
}

/** Answers every failed plain call with `{ error: <sentence for a person> }`. */
export function registerErrorReplies(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const refusal = refusalOf(error, request);
    if (refusal.retryAfterSeconds) reply.header('retry-after', refusal.retryAfterSeconds);
    return reply.status(refusal.status).send({ error: refusal.message });
  });
}

/** Answers what no route can be found for, such as an address with a stray %: no hook runs, so the headers are here. */
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
