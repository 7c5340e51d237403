import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { isPagePath } from './page-paths.ts';

/** Paths that belong to programs: an unknown one is an error for a program, not the app's 404 page. */
const PROGRAM_PATHS = /^\/(api|trpc|graphql|sandbox|assets|store-logos|files)(\/|$)/;
/** Pages that search engines should leave alone (SPEC section 2; DESIGN D8, D11, D50). */
const UNLISTED_PATHS =
  /^\/(verify|user|request|resetpassword|setpassword|secretloginpage|cancel|claim)(\/|$)/;

/** What browsers need not ask for again: a file whose name changes with it never, a drawing not for a week. */
const KEPT = [
  { folder: 'assets', cacheControl: 'public, max-age=31536000, immutable' },
  { folder: 'store-logos', cacheControl: 'public, max-age=604800' },
] as const;

/** Serves the built web app: hashed assets for a year, drawings for a week, pages fresh, every page path with the app's document, any other with it as a 404. */
export async function registerStaticWeb(app: FastifyInstance, webRoot: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: webRoot,
    preCompressed: true,
    cacheControl: false,
    index: 'index.html',
    setHeaders: (reply, path) => {
      const kept = KEPT.find(({ folder }) => path.startsWith(join(webRoot, folder)));
      reply.header('cache-control', kept?.cacheControl ?? 'no-cache');
    },
  });
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '/';
    const isPage = request.method === 'GET' || request.method === 'HEAD';
    if (!isPage || PROGRAM_PATHS.test(path)) return reply.status(404).send({ error: 'Not Found' });
    if (!existsSync(join(webRoot, 'index.html'))) {
      return reply.status(503).send({ error: 'The web app is not built. Run: npm run build' });
    }
    if (!isPagePath(path)) {
      reply.status(404);
      // Who has seen the page before gets it again, not the empty answer of a file that has not changed.
      delete request.raw.headers['if-none-match'];
      delete request.raw.headers['if-modified-since'];
    }
    if (UNLISTED_PATHS.test(path)) reply.header('x-robots-tag', 'noindex');
    return reply.header('cache-control', 'no-cache').sendFile('index.html');
  });
}
