import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { createServer } from 'vite';
import { getPublicSettings } from '../../domains/content/content.service.ts';
import type { Deps } from '../../platform/deps.ts';
import { readPageOrigins } from '../http/page-origins.ts';
import { contentSecurityPolicy } from '../http/security-headers.ts';

const WEB_ROOT = join(import.meta.dirname, '../../../web');

/**
 * Serves the web app from its sources on the same port, and reloads changed files. Used only by `npm run
 * dev`.
 */
export async function registerViteDev(app: FastifyInstance, { config, db }: Deps): Promise<void> {
  const vite = await createServer({
    configFile: join(WEB_ROOT, 'vite.config.ts'),
    configLoader: 'native',
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server: app.server } },
  });
  app.addHook('preClose', () => vite.close());
  app.setNotFoundHandler(async (request, reply) => {
    const origins = readPageOrigins(await getPublicSettings(db));
    reply.header('content-security-policy', contentSecurityPolicy(config, { dev: true, origins }));
    for (const [name, value] of Object.entries(reply.getHeaders())) {
      if (value !== undefined) reply.raw.setHeader(name, value);
    }
    reply.hijack();
    vite.middlewares(request.raw, reply.raw, async () => {
      const source = await readFile(join(WEB_ROOT, 'index.html'), 'utf8');
      const html = await vite.transformIndexHtml(request.url, source);
      reply.raw.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html);
    });
  });
}
