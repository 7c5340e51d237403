import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { builtSite } from './built-site.ts';
import { composeDocument } from './document.ts';
import { documentSender } from './document-sender.ts';
import { allowingBoot, forFirstPaint } from './first-paint.ts';
import { pageHead } from './page-head.ts';
import { isPagePath } from './page-paths.ts';
import { publicPages } from './public-pages.ts';
import { renderedPages } from './rendered-pages.ts';

/** Paths that belong to programs: an unknown one is an error for a program, not the app's 404 page. */
const PROGRAM_PATHS = /^\/(api|trpc|graphql|sandbox|assets|store-logos|social|files)(\/|$)/;
/** Pages that search engines should leave alone (SPEC section 2; DESIGN D8, D11, D50). */
const UNLISTED_PATHS =
  /^\/(verify|user|request|resetpassword|setpassword|secretloginpage|cancel|claim)(\/|$)/;
/** What links are marked with by who sends them; no page reads it, or only before its first view. */
const MARKS = /^(ref|utm_\w+|gclid|fbclid|msclkid)$/;

/** What messengers show beside a link, some of them in a page of their own. */
const SHOWN_ELSEWHERE = 'social';

/** What browsers need not ask for again: a file whose name changes with it never, a drawing not for a week. */
const KEPT = [
  { folder: 'assets', cacheControl: 'public, max-age=31536000, immutable' },
  { folder: 'store-logos', cacheControl: 'public, max-age=604800' },
  { folder: SHOWN_ELSEWHERE, cacheControl: 'public, max-age=604800' },
] as const;

/**
 * Serves the built web app: hashed assets for a year, drawings for a week, and for every page path its document,
 * fresh: a public page with its HTML, any other as the browser will make it, an unknown one as a 404.
 */
export async function registerStaticWeb(app: FastifyInstance, deps: Deps, webRoot: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: webRoot,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const kept = KEPT.find(({ folder }) => path.startsWith(join(webRoot, folder)));
      reply.header('cache-control', kept?.cacheControl ?? 'no-cache');
      if (kept?.folder === SHOWN_ELSEWHERE) reply.header('cross-origin-resource-policy', 'cross-origin');
    },
  });
  const sendPage = pageSender(deps, webRoot);
  // Not the file at the root, which has no page in it.
  app.get('/', sendPage);
  app.setNotFoundHandler((request, reply) => {
    const { path } = addressOf(request);
    const isPage = request.method === 'GET' || request.method === 'HEAD';
    if (!isPage || PROGRAM_PATHS.test(path)) return reply.status(404).send({ error: 'Not Found' });
    // Here, too, for who reads without JavaScript (SPEC section 2).
    if (path === '/legal') return reply.redirect('/legal/privacy-policy');
    return sendPage(request, reply);
  });
}

function pageSender(deps: Deps, webRoot: string) {
  const findSite = builtSite(webRoot);
  const findPage = renderedPages(deps);
  const send = documentSender();
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const site = await findSite();
    if (site === null) {
      return reply.status(503).send({ error: 'The web app is not built. Run: npm run build' });
    }
    const { path, query } = addressOf(request);
    const isBrought = path in publicPages && [...query.keys()].every((name) => MARKS.test(name));
    const [head, page] = await Promise.all([
      pageHead(deps, path),
      isBrought ? findPage(path, site) : Promise.resolve(null),
    ]);
    if (UNLISTED_PATHS.test(path)) reply.header('x-robots-tag', 'noindex');
    if (!isPagePath(path)) reply.status(404);
    const policy = reply.getHeader('content-security-policy');
    if (typeof policy === 'string') {
      reply.header('content-security-policy', allowingBoot(policy, site.firstPaint));
    }
    const document = composeDocument(site.template, { head, files: site.pageFiles[path], page });
    return send(request, reply, forFirstPaint(document, site.firstPaint));
  };
}

function addressOf({ url }: FastifyRequest) {
  const [path = '/', query = ''] = url.split('?', 2);
  return { path, query: new URLSearchParams(query) };
}
