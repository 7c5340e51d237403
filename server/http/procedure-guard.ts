import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { AppError } from '../errors.ts';

const JSON_TYPE = /^application\/json\s*(;|$)/i;
const callPath = z.object({ path: z.string() });

/** Refuses calls at /trpc that tRPC itself would stumble over, or read without our limits. */
export function registerProcedureGuard(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.url !== '/trpc/:path') return;
    // Its adapter also takes multipart bodies: of any size, and from other sites' forms (DESIGN D47: JSON alone).
    const type = request.headers['content-type'];
    if (type !== undefined && !JSON_TYPE.test(type)) {
      throw new AppError('INVALID_INPUT', { message: 'Please send JSON' });
    }
    try {
      // It decodes the path a second time, and takes a stray % for a fault of ours.
      decodeURIComponent(callPath.parse(request.params).path);
    } catch {
      throw new AppError('NOT_FOUND');
    }
  });
}
