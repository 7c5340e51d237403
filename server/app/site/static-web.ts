import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isIndexed, pages, paths } from '../../lib/pages.shared.ts';
import type { Deps } from '../../platform/deps.ts';
import { toRequestError } from '../http/errors.ts';
import { sendFailurePage } from '../http/failure-page.ts';
import { createRequestContext } from '../http/request-context.ts';
import { sendHtmlDocument } from './html-document.ts';
import { createDocumentFinder } from './page-documents.ts';
import { findPage } from './page-lookup.ts';
import { findStoreLanding } from './store-landing.ts';
import { createWebBuildReader } from './web-build.ts';

/** Under these paths, an unknown path gets a plain 404, not the app's 404 page. */
const ENDPOINT_PATHS = /^\/(api|trpc|graphql|sandbox|assets|store-logos|social|app|files)(\/|$)/;

/** Other sites show these images in link previews. */
const LINK_PREVIEW_FOLDER = 'social';

/** The names of files in assets/ contain a hash of their content. */
const CACHED_FOLDERS = [
  { folder: 'assets', cacheControl: 'public, max-age=31536000, immutable' },
  { folder: 'store-logos', cacheControl: 'public, max-age=604800' },
  { folder: LINK_PREVIEW_FOLDER, cacheControl: 'public, max-age=604800' },
] as const;

/**
 * Serves the built web app: its files, and a page for every other path, with status 404 if there is no such
 * page.
 */
export async function registerStaticWeb(app: FastifyInstance, deps: Deps, webRoot: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: webRoot,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const cachedFolder = CACHED_FOLDERS.find(({ folder }) => path.startsWith(join(webRoot, folder)));
      reply.header('cache-control', cachedFolder?.cacheControl ?? 'no-cache');
      if (cachedFolder?.folder === LINK_PREVIEW_FOLDER)
        reply.header('cross-origin-resource-policy', 'cross-origin');
    },
  });
  const sendPage = createPageSender(deps, webRoot);
  // Without this route, index.html, which contains no page, would be served.
  app.get('/', sendPage);
  app.setNotFoundHandler(async (request, reply) => {
    if (!request.isCounted) await reply.takeFromLimit();
    const { path, query } = parseUrl(request);
    const isPage = request.method === 'GET' || request.method === 'HEAD';
    if (!isPage || ENDPOINT_PATHS.test(path)) return reply.status(404).send({ error: 'Not Found' });
    // The router also redirects, but only with JavaScript.
    if (path === paths.legal()) return reply.redirect(paths.privacyPolicy());
    // Without JavaScript, the verification form submits to this URL.
    const number = path === paths.verify() ? new URLSearchParams(query).get('number')?.trim() : undefined;
    if (number) return reply.redirect(paths.verifyCard(number));
    return sendPage(request, reply);
  });
}

function createPageSender(deps: Deps, webRoot: string) {
  const readBuild = createWebBuildReader(webRoot);
  const findDocument = createDocumentFinder(deps);
  const sendDocument = async (request: FastifyRequest, reply: FastifyReply) => {
    const build = await readBuild();
    if (build === null) {
      return reply.status(503).send({ error: 'The web app is not built. Run: npm run build' });
    }
    const { path, query } = parseUrl(request);
    const readCaller = () => createRequestContext(deps, request, reply, 'web');
    const name = findPage(path);
    request.pagePattern = name === null ? 'no page' : pages[name].path;
    const store = name === 'store' ? await findStoreLanding(deps, path) : null;
    if (store?.movedTo)
      return reply.redirect(query === '' ? store.movedTo : `${store.movedTo}?${query}`, 301);
    const head = store?.head ?? '';
    const document = await findDocument({ path, query, head, readCaller }, build);
    if (name === null || store?.isMissing) reply.status(404);
    else if (!isIndexed(name)) reply.header('x-robots-tag', 'noindex');
    return sendHtmlDocument(request, reply, document);
  };
  return async (request: FastifyRequest, reply: FastifyReply) => {
    try {
      return await sendDocument(request, reply);
    } catch (error) {
      return sendFailurePage(request, reply, toRequestError(error, request));
    }
  };
}

function parseUrl({ url }: FastifyRequest) {
  const [path = '/', query = ''] = url.split('?', 2);
  return { path, query };
}
