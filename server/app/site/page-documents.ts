import type { AppError } from '../../lib/errors.ts';
import { isPublic, type Page, type PageName, pages } from '../../lib/pages.shared.ts';
import { addRehearsalNotice } from '../../lib/rehearsal.ts';
import type { Context } from '../../platform/context.ts';
import type { Deps } from '../../platform/deps.ts';
import { toAppError } from '../../platform/trpc.ts';
import { contentSecurityPolicy } from '../http/security-headers.ts';
import { createCallerQueries } from './caller-queries.ts';
import { allowBootScript, inlineCriticalAssets } from './critical-assets.ts';
import { createEditionReader, createEditionWithoutContent, type Edition } from './edition.ts';
import { createHtmlDocument, type HtmlDocument } from './html-document.ts';
import { OWN_HEAD, pageHead } from './page-head.ts';
import { findPage, findPublicPage } from './page-lookup.ts';
import { createPageRenderer, renderOrLeave } from './page-renderer.ts';
import type { QueryState, RenderedPage, RunQuery } from './page-rendering.shared.ts';
import { createVisitorQueries } from './visitor-queries.ts';
import type { PageFiles, WebBuild } from './web-build.ts';

interface PersonalPage {
  page: RenderedPage;
  /** The error if a rate limit refused one of the page's queries. */
  refusal: AppError | null;
}

/** `address` is a path and may have a query. */
type RenderPersonalPage = (address: string, edition: Edition, ctx: Context) => Promise<PersonalPage | null>;

/**
 * Returns a function that renders pages with the data of one caller. The page's queries count against the
 * caller's rate limits. It returns null if a page can't be rendered, so that the browser renders it.
 */
function createPersonalPageRenderer(deps: Deps): RenderPersonalPage {
  const findContent = createContentQueries(deps);
  return async (address, edition, ctx) => {
    const { renderPage } = edition.build;
    if (renderPage === null) return null;
    await deps.limits.takeAccountCall(ctx);
    const queries = createCallerQueries(ctx, findContent(edition.id));
    const path = address.split('?', 1)[0] ?? address;
    const page = await renderOrLeave(deps, path, () => renderPage(address, queries.run));
    return page && { page, refusal: queries.findRefusal() };
  };
}

/** Runs each content query once per edition. */
function createContentQueries(deps: Deps): (editionId: string) => RunQuery {
  const runQuery = createVisitorQueries(deps);
  let last = { editionId: '', results: new Map<string, Promise<QueryState | null>>() };
  return (editionId) => {
    if (last.editionId !== editionId) last = { editionId, results: new Map() };
    const { results } = last;
    return (procedure, input) => {
      const key = JSON.stringify([procedure, input]);
      const pendingResult = results.get(key);
      if (pendingResult) return pendingResult;
      const result = runQuery(procedure, input);
      results.set(key, result);
      result.catch(() => results.delete(key));
      return result;
    };
  };
}

const DEFAULT_HEAD = /<!--head-->[\s\S]*?<!--\/head-->/;
const ROOT = '<div id="root"></div>';

interface DocumentParts {
  /** The page's markup for the head, such as its title and description. */
  head: string;
  files: PageFiles | undefined;
  /** Null for a page that the browser renders. */
  page: RenderedPage | null;
}

/** Fills the template with the page's head, files, HTML, and query results. */
export function composeDocument(template: string, { head, files, page }: DocumentParts): string {
  const links = [
    ...(files?.styles ?? []).map((href) => `<link rel="stylesheet" crossorigin href="${href}">`),
    ...(files?.scripts ?? []).map((href) => `<link rel="modulepreload" crossorigin href="${href}">`),
  ];
  // Use replacement functions, because a replacement string would interpret `$` in the texts.
  const withHead = template
    .replace(DEFAULT_HEAD, '')
    .replace('</head>', () => `${links.join('\n')}\n${head}\n</head>`);
  return page === null ? withHead : fillRoot(withHead, page);
}

/** Adds the page's HTML and query results to a document without them. */
function fillRoot(document: string, { html, preloadedQueries }: RenderedPage): string {
  // Escape `<`, so that no text can close the script element.
  const json = JSON.stringify(preloadedQueries).replaceAll('<', '\\u003c');
  const body = `<div id="root">${html}</div>\n<script type="application/json" id="answers">${json}</script>`;
  return document.replace(ROOT, () => body);
}

/** Replaces the placeholder for the head of a page whose head depends on its path. */
function fillHead(document: string, head: string): string {
  return document.replace(OWN_HEAD, () => head);
}

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
