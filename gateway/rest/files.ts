import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Deps } from '#server/deps.ts';
import { AppError } from '#server/errors.ts';
import { readLogo } from '#server/stores/owner/logo.service.ts';

const fileParams = z.object({ name: z.string() });

/**
 * GET /files/logos/….webp: uploaded logos. A new logo gets a new name, so browsers may cache each one
 * forever.
 */
export function registerFiles(app: FastifyInstance, deps: Deps): void {
  app.get('/files/logos/:name', async (request, reply) => {
    const file = await readLogo(deps, `logos/${fileParams.parse(request.params).name}`);
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
