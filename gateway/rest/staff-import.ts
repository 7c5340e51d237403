import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { AppError } from '#server/lib/errors.ts';
import type { Deps } from '#server/platform/deps.ts';
import { streamImportErrors } from '#server/staff/imports/import-errors.service.ts';
import { importUpload, uploadImport } from '#server/staff/imports/import-upload.service.ts';
import { beginStaffCall, UPLOAD } from './call.ts';
import { chunkStream } from './chunk-stream.ts';

const importParams = z.object({ kind: z.string().max(40) });
const importId = z.object({ id: z.uuid() });
const importQuery = z.record(z.string(), z.string());

/**
 * POST /api/staff/imports/<kind>?name=<file name>: the body is the CSV file, which is stored as it arrives.
 * GET /api/staff/import-errors/<id>.csv: the rows that were rejected.
 */
export async function registerStaffImport(app: FastifyInstance, deps: Deps): Promise<void> {
  app.get('/staff/import-errors/:id.csv', async (request, reply) => {
    const ctx = await beginStaffCall(deps, request, reply);
    await deps.limits.take('download', ctx);
    const { id } = importId.parse(request.params);
    const stream = await chunkStream(ctx, streamImportErrors(ctx, id), 'import errors');
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="errors.csv"')
      .send(stream);
  });
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // Leave the body unread until permission is checked.
    scope.addContentTypeParser('text/csv', (_request, body, done) => done(null, body));
    scope.post('/staff/imports/:kind', UPLOAD, async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const ctx = await beginStaffCall(deps, request, reply);
      await deps.limits.take('upload', ctx);
      const { kind } = importParams.parse(request.params);
      const upload = importUpload.parse({ ...importQuery.parse(request.query), kind });
      if (!(request.body instanceof Readable)) throw new AppError('INVALID_INPUT');
      return uploadImport(ctx, upload, request.body);
    });
  });
}
