import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { AppError } from '#server/errors.ts';
import { changeLogo } from '#server/stores/owner/logo.service.ts';
import { MAX_LOGO_BYTES } from '#server/stores/owner/own-business.schema.ts';
import { beginCall } from './call.ts';

/** PUT /api/business/logo. The body is the picture itself, so this plugin accepts bodies other than JSON. */
export async function registerBusinessLogo(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // Passes the stream on, so that the body is read only after the caller is known.
    scope.addContentTypeParser('*', (_request, body, done) => done(null, body));
    scope.setErrorHandler((error) => {
      // 415 means a malformed content type.
      const isUntyped = error instanceof Error && 'statusCode' in error && error.statusCode === 415;
      throw isUntyped ? new AppError('LOGO_INVALID') : error;
    });
    scope.put('/api/business/logo', async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const { ctx } = await beginCall(deps, request, reply);
      await deps.limits.take('upload', ctx);
      if (!ctx.account) throw new AppError('NOT_SIGNED_IN');
      const isPicture = /^image\//i.test(request.headers['content-type'] ?? '');
      if (!isPicture || !(request.body instanceof Readable)) throw new AppError('LOGO_INVALID');
      return changeLogo(deps, ctx.account.id, await readPicture(request.body, reply));
    });
  });
}

/** Past this many bytes the connection is closed. */
const MAX_READ_BYTES = 10 * MAX_LOGO_BYTES;

/** Reads even a body that is too large to its end, because browsers read the answer only then. */
async function readPicture(body: Readable, reply: FastifyReply): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of body) {
      length += chunk.length;
      if (length <= MAX_LOGO_BYTES) chunks.push(chunk);
      else chunks.length = 0;
      if (length > MAX_READ_BYTES) {
        reply.header('connection', 'close');
        break;
      }
    }
  } catch {
    // The client disconnected.
    throw new AppError('LOGO_INVALID');
  }
  if (length > MAX_LOGO_BYTES) throw new AppError('LOGO_TOO_LARGE');
  return Buffer.concat(chunks);
}
