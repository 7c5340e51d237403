import type { Deps } from '../deps.ts';
import { contentSecurityPolicy } from '../http/security-headers.ts';
import { allowBootScript, inlineCriticalAssets } from './critical-assets.ts';
import { composeDocument } from './document.ts';
import { type Edition, editionReader, editionWithoutContent } from './edition.ts';
import { createHtmlDocument, type HtmlDocument } from './html-document.ts';
import { pageHead } from './page-head.ts';
import { findPage, findPublicPage } from './page-lookup.ts';
import { pageRenderer } from './page-renderer.ts';
import type { RenderedPage } from './page-rendering.shared.ts';
import { isPublic } from './pages.shared.ts';
import type { WebBuild } from './web-build.ts';

/** Parameters that don't change a page's first render. */
const TRACKING_PARAMETERS = /^(ref|utm_\w+|gclid|fbclid|msclkid)$/;

interface CachedDocument {
  editionId: string;
  page: RenderedPage | null;
  document: Promise<HtmlDocument>;
}

/** `path` and `query` are the request's. */
export type FindDocument = (path: string, query: URLSearchParams, build: WebBuild) => Promise<HtmlDocument>;

/** Composes each page's document once, and again when the edition or the rendered page changes. */
export function pageDocuments(deps: Deps): FindDocument {
  const readEdition = editionReader(deps);
  const findRenderedPage = pageRenderer(deps);
  // Has at most one entry per page, because no key contains an unknown path or a parameter.
  const cache = new Map<string, CachedDocument>();

  async function compose(path: string, { build, origins }: Edition, page: RenderedPage | null) {
    const head = await pageHead(deps, path);
    const document = composeDocument(build.template, { head, files: build.pageFiles[path], page });
    const policy = allowBootScript(contentSecurityPolicy(deps.config, { origins }), build.criticalAssets);
    return createHtmlDocument(inlineCriticalAssets(document, build.criticalAssets), policy);
  }

  return async (path, query, build) => {
    const name = findPage(path);
    const isRendered =
      findPublicPage(path) !== null &&
      [...query.keys()].every((parameter) => TRACKING_PARAMETERS.test(parameter));
    const edition = await readEdition(build).catch((error: unknown) => {
      if (name !== null && isPublic(name)) throw error;
      return editionWithoutContent(build);
    });
    const page = isRendered ? await findRenderedPage(path, edition) : null;
    const hasOwnFiles = Object.hasOwn(build.pageFiles, path);
    const key = [hasOwnFiles || isRendered ? path : '', name ?? '', isRendered].join(' ');
    const cached = cache.get(key);
    if (cached?.editionId === edition.id && cached.page === page) return cached.document;
    const document = compose(path, edition, page);
    cache.set(key, { editionId: edition.id, page, document });
    document.catch(() => cache.delete(key));
    return document;
  };
}
