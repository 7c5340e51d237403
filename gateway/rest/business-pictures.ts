import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { changeLogo } from '#server/domains/stores/owner/logo.service.ts';
import { MAX_PICTURE_BYTES } from '#server/domains/stores/owner/own-business.schema.ts';
import { addPhoto } from '#server/domains/stores/owner/photo.service.ts';
import { AppError } from '#server/lib/errors.ts';
import type { AccountContext } from '#server/platform/context.ts';
import type { Deps } from '#server/platform/deps.ts';
import { beginAccountCall, UPLOAD } from './call.ts';

/**
 * PUT /api/business/logo and POST /api/business/photos. The body is the image itself, so this plugin replaces
 * Fastify's JSON parser.
 */
export async function registerBusinessPictures(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // Leave the body unread until permission is checked.
    scope.addContentTypeParser('*', (_request, body, done) => done(null, body));
    scope.setErrorHandler((error) => {
      // Fastify throws a 415 for a malformed content type.
      const isMalformedType = error instanceof Error && 'statusCode' in error && error.statusCode === 415;
      throw isMalformedType ? new AppError('LOGO_INVALID') : error;
    });
    const receivePicture =
      (save: (ctx: AccountContext, picture: Uint8Array) => Promise<unknown>) =>
      async (request: FastifyRequest, reply: FastifyReply) => {
        reply.header('cache-control', 'no-store');
        const ctx = await beginAccountCall(deps, request, reply);
        await deps.limits.take('upload', ctx);
        const isPicture = /^image\//i.test(request.headers['content-type'] ?? '');
        if (!isPicture || !(request.body instanceof Readable)) throw new AppError('LOGO_INVALID');
        return save(ctx, await readPictureBytes(request.body, reply));
      };
    scope.put(
      '/api/business/logo',
      UPLOAD,
      receivePicture(({ account }, picture) => changeLogo(deps, account.id, picture)),
    );
    scope.post(
      '/api/business/photos',
      UPLOAD,
      receivePicture(async ({ account }, picture) => ({
        photos: await addPhoto(deps, account.id, picture),
      })),
    );
  });
}

/** If the client sends more than this, close the connection. */
const MAX_READ_BYTES = 10 * MAX_PICTURE_BYTES;

/**
 * Reads an oversized body to the end (up to a maximum), because browsers don't read the error response until
 * they have sent everything.
 */
async function readPictureBytes(body: Readable, reply: FastifyReply): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let receivedBytes = 0;
  try {
    for await (const chunk of body) {
      receivedBytes += chunk.length;
      if (receivedBytes <= MAX_PICTURE_BYTES) chunks.push(chunk);
      else chunks.length = 0;
      if (receivedBytes > MAX_READ_BYTES) {
        reply.header('connection', 'close');
        break;
      }
    }
  } catch {
    throw new AppError('LOGO_INVALID');
  }
  if (receivedBytes > MAX_PICTURE_BYTES) throw new AppError('LOGO_TOO_LARGE');
  return Buffer.concat(chunks);
}
