import type { Deps } from '../deps.ts';
import { toAppError } from '../trpc.ts';
import type { Edition } from './edition.ts';
import type { RenderedPage, RenderPage, RunQuery } from './page-rendering.shared.ts';
import { visitorQueries } from './visitor-queries.ts';

/** Queries whose results are the same throughout an edition. */
const CONTENT_QUERIES = new Set(['catalog.plans', 'content.faq', 'content.policy', 'content.settings']);

interface QueryResult {
  procedure: string;
  input: unknown;
  /** JSON. */
  data: string;
}

interface CachedPage {
  editionId: string;
  /** Results that may change within an edition, such as the businesses that a search finds. */
  liveResults: QueryResult[];
  page: RenderedPage;
}

export type FindRenderedPage = (path: string, edition: Edition) => Promise<RenderedPage | null>;

/**
 * Renders public pages. Returns the same object until the edition or the result of a live query changes. Null if a page
 * cannot be rendered: the browser then renders it. Throws if the database is unavailable, because the browser
 * couldn't render it either.
 */
export function pageRenderer(deps: Deps): FindRenderedPage {
  const runQuery = visitorQueries(deps);
  const cache = new Map<string, CachedPage>();
  // Concurrent requests for a page share one rendering.
  const pending = new Map<string, Promise<RenderedPage | null>>();

  async function findOrRender(path: string, { id, build }: Edition): Promise<RenderedPage | null> {
    if (build.renderPage === null) return null;
    try {
      const cached = cache.get(path);
      if (cached?.editionId === id && (await areCurrent(cached.liveResults, runQuery))) return cached.page;
      const rendered = await render(path, build.renderPage, runQuery);
      cache.set(path, { ...rendered, editionId: id });
      return rendered.page;
    } catch (error) {
      if (toAppError(error).code === 'UNAVAILABLE') throw error;
      deps.log.warn({ err: error, path }, 'a page could not be rendered');
      return null;
    }
  }

  return (path, edition) => {
    // The edition is part of the key: a rendering that began before a change must not answer a request made after it.
    const key = `${edition.id} ${path}`;
    const pendingPage = pending.get(key);
    if (pendingPage) return pendingPage;
    const rendering = findOrRender(path, edition).finally(() => pending.delete(key));
    pending.set(key, rendering);
    return rendering;
  };
}

async function areCurrent(results: readonly QueryResult[], runQuery: RunQuery): Promise<boolean> {
  const newResults = await Promise.all(results.map(({ procedure, input }) => runQuery(procedure, input)));
  return newResults.every((data, i) => JSON.stringify(data) === results[i]?.data);
}

async function render(path: string, renderPage: RenderPage, runQuery: RunQuery) {
  const liveResults: QueryResult[] = [];
  const page = await renderPage(path, async (procedure, input) => {
    const data = await runQuery(procedure, input);
    if (!CONTENT_QUERIES.has(procedure)) liveResults.push({ procedure, input, data: JSON.stringify(data) });
    return data;
  });
  return { liveResults, page };
}
