import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { readLogo } from '#server/domains/stores/owner/logo.service.ts';
import { readPhoto } from '#server/domains/stores/owner/photo.service.ts';
import { AppError } from '#server/lib/errors.ts';
import type { Deps } from '#server/platform/deps.ts';

const fileParams = z.object({ name: z.string() });

const FOLDERS = { logos: readLogo, photos: readPhoto };

/**
 * A new image gets a new name, so a browser requests each only once, and a school that searches behind one
 * address requests more than its limit allows within a minute. Only missing files are counted.
 */
const config = { requestWeight: () => 0 };

/**
 * GET /files/logos/….webp and /files/photos/….webp: uploaded images, which browsers may cache forever.
 */
export function registerFiles(app: FastifyInstance, deps: Deps): void {
  for (const [folder, readFile] of Object.entries(FOLDERS)) {
    app.get(`/files/${folder}/:name`, { config }, async (request, reply) => {
      const file = await readFile(deps, `${folder}/${fileParams.parse(request.params).name}`);
      if (!file) {
        await reply.takeFromLimit();
        throw new AppError('NOT_FOUND');
      }
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
