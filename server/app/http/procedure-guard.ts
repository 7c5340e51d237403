import type { FastifyInstance } from 'fastify';
import { AppError } from '../../lib/errors.ts';
import { procedureParams } from './procedure-request.ts';

const JSON_TYPE = /^application\/json\s*(;|$)/i;

/** Refuses procedure calls that tRPC's adapter would handle unsafely or with a 500. */
export function registerProcedureGuard(scope: FastifyInstance): void {
  scope.addHook('onRequest', (request, _reply, done) => {
    // The adapter also accepts multipart bodies of any size, which forms on other sites can send (D47).
    const type = request.headers['content-type'];
    if (type !== undefined && !JSON_TYPE.test(type)) {
      return done(new AppError('INVALID_INPUT', { message: 'Please send JSON' }));
    }
    try {
      // The adapter decodes the path again, and a stray % would cause a 500.
      decodeURIComponent(procedureParams.parse(request.params).path);
    } catch {
      return done(new AppError('NOT_FOUND'));
    }
    done();
  });
}
