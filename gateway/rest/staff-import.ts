import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Deps } from '#server/deps.ts';
import { AppError } from '#server/errors.ts';
import { createRequestContext } from '#server/http/request-context.ts';
import { importUpload, uploadImport } from '#server/staff/imports/import-upload.service.ts';
import { requireStaff } from '#server/trpc.ts';

const importParams = z.object({ kind: z.string().max(40) });
const importQuery = z.record(z.string(), z.string());

/** POST /api/staff/imports/<kind>?name=<file name>. The body is the CSV file, which is stored while it arrives. */
export async function registerStaffImport(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // Leave the body unread until permission is checked.
    scope.addContentTypeParser('text/csv', (_request, body, done) => done(null, body));
    scope.post('/staff/imports/:kind', async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const ctx = requireStaff(await createRequestContext(deps, request, reply, 'web'));
      await deps.limits.take('general', ctx);
      await deps.limits.take('upload', ctx);
      const { kind } = importParams.parse(request.params);
      const upload = importUpload.parse({ ...importQuery.parse(request.query), kind });
      if (!(request.body instanceof Readable)) throw new AppError('INVALID_INPUT');
      return uploadImport(ctx, upload, request.body);
    });
  });
}
