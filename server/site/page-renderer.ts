import type { Deps } from '../deps.ts';
import { businessDay } from '../lib/dates.ts';
import { toAppError } from '../trpc.ts';
import type { RenderedPage, RenderPage, RunQuery } from './page-rendering.shared.ts';
import { visitorQueries } from './visitor-queries.ts';
import type { WebBuild } from './web-build.ts';

interface QueryResult {
  procedure: string;
  input: unknown;
  /** JSON. */
  data: string;
}

interface CachedPage {
  /** The build and the day, because some pages show a date relative to today. */
  edition: string;
  queries: QueryResult[];
  page: RenderedPage;
}

export type FindRenderedPage = (path: string, build: WebBuild) => Promise<RenderedPage | null>;

/**
 * Renders public pages and caches each until the result of one of its queries changes, so changes by
 * staff show on the next request in every process. Null if a page cannot be rendered: the browser then renders it. Throws while the
 * database is out of reach, because the browser could not render it either.
 */
export function pageRenderer(deps: Deps): FindRenderedPage {
  const runQuery = visitorQueries(deps);
  const cache = new Map<string, CachedPage>();
  // Concurrent requests for a page share one rendering.
  const pending = new Map<string, Promise<RenderedPage | null>>();

  async function findOrRender(path: string, { version, renderPage }: WebBuild): Promise<RenderedPage | null> {
    if (renderPage === null) return null;
    const edition = `${version} ${businessDay(deps.now())}`;
    try {
      const cached = cache.get(path);
      if (cached?.edition === edition && (await isCurrent(cached.queries, runQuery))) return cached.page;
      const rendered = await render(path, renderPage, runQuery);
      cache.set(path, { ...rendered, edition });
      return rendered.page;
    } catch (error) {
      if (toAppError(error).code === 'UNAVAILABLE') throw error;
      deps.log.warn({ err: error, path }, 'a page could not be rendered');
      return null;
    }
  }

  return (path, build) => {
    const pendingPage = pending.get(path);
    if (pendingPage) return pendingPage;
    const rendering = findOrRender(path, build).finally(() => pending.delete(path));
    pending.set(path, rendering);
    return rendering;
  };
}

async function isCurrent(queries: readonly QueryResult[], runQuery: RunQuery): Promise<boolean> {
  const results = await Promise.all(queries.map(({ procedure, input }) => runQuery(procedure, input)));
  return results.every((data, i) => JSON.stringify(data) === queries[i]?.data);
}

async function render(path: string, renderPage: RenderPage, runQuery: RunQuery) {
  const queries: QueryResult[] = [];
  const page = await renderPage(path, async (procedure, input) => {
    const data = await runQuery(procedure, input);
    queries.push({ procedure, input, data: JSON.stringify(data) });
    return data;
  });
  return { queries, page };
}
