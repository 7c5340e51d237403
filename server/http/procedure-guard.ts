import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { AppError } from '../errors.ts';

const JSON_TYPE = /^application\/json\s*(;|$)/i;
const procedureParams = z.object({ path: z.string() });

/** Refuses /trpc calls that tRPC's adapter handles badly. */
export function registerProcedureGuard(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.url !== '/trpc/:path') return;
    // The adapter also accepts multipart bodies of any size, which forms on other sites can send (D47).
    const type = request.headers['content-type'];
    if (type !== undefined && !JSON_TYPE.test(type)) {
      throw new AppError('INVALID_INPUT', { message: 'Please send JSON' });
    }
    try {
      // The adapter decodes the path again, and a stray % would cause a 500.
      decodeURIComponent(procedureParams.parse(request.params).path);
    } catch {
      throw new AppError('NOT_FOUND');
    }
  });
}
