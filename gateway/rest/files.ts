import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { readLogo } from '#server/domains/stores/owner/logo.service.ts';
import { readPhoto } from '#server/domains/stores/owner/photo.service.ts';
import { AppError } from '#server/lib/errors.ts';
import type { Deps } from '#server/platform/deps.ts';

const fileParams = z.object({ name: z.string() });

const FOLDERS = { logos: readLogo, photos: readPhoto };

/**
 * GET /files/logos/….webp and /files/photos/….webp: uploaded images. A new image gets a new name, so browsers
 * may cache each one forever.
 */
export function registerFiles(app: FastifyInstance, deps: Deps): void {
  for (const [folder, readFile] of Object.entries(FOLDERS)) {
    app.get(`/files/${folder}/:name`, async (request, reply) => {
      const file = await readFile(deps, `${folder}/${fileParams.parse(request.params).name}`);
      if (!file) throw new AppError('NOT_FOUND');
      return (
        reply
          .type(file.contentType)
          .header('cache-control', 'public, max-age=31536000, immutable')
          // Prevents scripts from running if the file is opened directly.
          .header('content-security-policy', "default-src 'none'")
          .header('x-content-type-options', 'nosniff')
          .header('cross-origin-resource-policy', 'cross-origin')
          .send(file.bytes)
      );
    });
  }
}
