import { isPublic, type Page, type PageName, pages } from '../../lib/pages.shared.ts';
import { addRehearsalNotice } from '../../lib/rehearsal.ts';
import type { Context } from '../../platform/context.ts';
import type { Deps } from '../../platform/deps.ts';
import { toAppError } from '../../platform/trpc.ts';
import { contentSecurityPolicy } from '../http/security-headers.ts';
import { allowBootScript, inlineCriticalAssets } from './critical-assets.ts';
import { composeDocument, fillHead, fillRoot } from './document.ts';
import { createEditionReader, createEditionWithoutContent, type Edition } from './edition.ts';
import { createHtmlDocument, type HtmlDocument } from './html-document.ts';
import { pageHead } from './page-head.ts';
import { findPage, findPublicPage } from './page-lookup.ts';
import { createPageRenderer } from './page-renderer.ts';
import type { RenderedPage } from './page-rendering.shared.ts';
import { createPersonalPageRenderer } from './personal-pages.ts';
import type { WebBuild } from './web-build.ts';

/** Parameters that don't change a page's first render. */
const TRACKING_PARAMETERS = /^(ref|utm_\w+|gclid|fbclid|msclkid)$/;
/** The browser removes these parameters from the URL before it renders (web/lib/referral-landing.ts). */
const REFERRAL_PARAMETERS = { code: 'ref', link: 'c' } as const;

interface CachedDocument {
  editionId: string;
  page: RenderedPage | null;
  document: Promise<HtmlDocument>;
}

export interface PageRequest {
  path: string;
  /** Without the question mark. */
  query: string;
  /** Empty unless the page has its own head (`isIndexed` in pages.shared.ts). */
  head: string;
  readCaller(): Promise<Context>;
}

export type FindDocument = (request: PageRequest, build: WebBuild) => Promise<HtmlDocument>;

/**
 * Returns a function that finds the document for a request. It composes each page's document once, and again
 * when the edition or the rendered page changes. A page with the caller's data is then filled in per request.
 */
export function createDocumentFinder(deps: Deps): FindDocument {
  const readEdition = createEditionReader(deps);
  const findRenderedPage = createPageRenderer(deps);
  const renderPersonalPage = createPersonalPageRenderer(deps);
  // Has at most two entries per page, because no key contains an unknown path or a parameter.
  const cache = new Map<string, CachedDocument>();

  async function compose(path: string, { build, origins }: Edition, page: RenderedPage | null) {
    const name = findPage(path);
    const head = await pageHead(deps, path);
    const files = name === null ? undefined : build.pageFiles[name];
    const template = deps.config.rehearsal ? addRehearsalNotice(build.template, 'page') : build.template;
    const document = composeDocument(template, { head, files, page });
    const policy = allowBootScript(contentSecurityPolicy(deps.config, { origins }), build.criticalAssets);
    return createHtmlDocument(inlineCriticalAssets(document, build.criticalAssets), policy, {
      isPersonal: name !== null && !isPublic(name),
    });
  }

  async function findShared(path: string, isRendered: boolean, edition: Edition): Promise<HtmlDocument> {
    const page = isRendered ? await findRenderedPage(path, edition) : null;
    const key = `${findPage(path) ?? ''} ${isRendered}`;
    const cached = cache.get(key);
    if (cached?.editionId === edition.id && cached.page === page) return cached.document;
    const document = compose(path, edition, page);
    cache.set(key, { editionId: edition.id, page, document });
    document.catch(() => cache.delete(key));
    return document;
  }

  async function findPersonal(request: PageRequest, audience: Audience, edition: Edition) {
    const ctx = await request.readCaller();
    const isRendered = audience === 'anyone' || ctx.account !== null;
    const rendered = isRendered ? await renderPersonalPage(toAddress(request), edition, ctx) : null;
    const frame = await findShared(request.path, false, edition);
    // Reading the caller may have renewed the session's cookie, which no cache may store.
    if (rendered === null && request.head === '') return { ...frame, isPersonal: true, etag: null };
    const document = fillHead(String(frame.html), request.head);
    const html = rendered === null ? document : fillRoot(document, rendered.page);
    return createHtmlDocument(html, frame.policy, {
      isPersonal: true,
      refusal: rendered?.refusal ?? null,
    });
  }

  return async (request, build) => {
    const { path, query } = request;
    const name = findPage(path);
    const audience = findAudience(name);
    try {
      const edition = await readEdition(build);
      const parameters = [...new URLSearchParams(query).keys()];
      const isForAll = parameters.every((parameter) => TRACKING_PARAMETERS.test(parameter));
      if (isForAll && findPublicPage(path) !== null) return await findShared(path, true, edition);
      if (audience !== null) return await findPersonal(request, audience, edition);
      return await findShared(path, false, edition);
    } catch (error) {
      const needsDatabase = audience === 'anyone' || (name !== null && isPublic(name));
      if (needsDatabase || toAppError(error).code !== 'UNAVAILABLE') throw error;
      return findShared(path, false, createEditionWithoutContent(build));
    }
  };
}

type Audience = NonNullable<Page['renderedFor']>;

function findAudience(name: PageName | null): Audience | null {
  if (name === null) return null;
  const page = pages[name];
  return 'renderedFor' in page ? page.renderedFor : null;
}

/** Returns the path and query that the browser's router reads. */
function toAddress({ path, query }: PageRequest): string {
  const parameters = new URLSearchParams(query);
  if (!parameters.has(REFERRAL_PARAMETERS.code)) return query === '' ? path : `${path}?${query}`;
  for (const name of Object.values(REFERRAL_PARAMETERS)) parameters.delete(name);
  return parameters.size === 0 ? path : `${path}?${parameters}`;
}
