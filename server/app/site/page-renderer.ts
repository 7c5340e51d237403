import type { Deps } from '../../platform/deps.ts';
import { toAppError } from '../../platform/trpc.ts';
import type { Edition } from './edition.ts';
import type { RenderedPage, RenderPage, RunQuery } from './page-rendering.shared.ts';
import { createVisitorQueries, isContentQuery } from './visitor-queries.ts';

interface LiveResult {
  procedure: string;
  input: unknown;
  /** The result as JSON. */
  result: string;
}

interface CachedPage {
  editionId: string;
  /** Results that may change within an edition, such as the businesses that a search finds. */
  liveResults: LiveResult[];
  page: RenderedPage;
}

export type FindRenderedPage = (path: string, edition: Edition) => Promise<RenderedPage | null>;

/**
 * Returns a function that renders public pages. It returns the same object until the edition or the result of
 * a live query changes. It returns null if a page can't be rendered, so that the browser renders it. It
 * throws if the database is unavailable, because the browser couldn't render the page either.
 */
export function createPageRenderer(deps: Deps): FindRenderedPage {
  const runQuery = createVisitorQueries(deps);
  const cache = new Map<string, CachedPage>();
  // Concurrent requests for a page share one rendering.
  const pending = new Map<string, Promise<RenderedPage | null>>();

  async function findOrRender(path: string, { id, build }: Edition): Promise<RenderedPage | null> {
    const { renderPage } = build;
    if (renderPage === null) return null;
    return renderOrLeave(deps, path, async () => {
      const cached = cache.get(path);
      if (cached?.editionId === id && (await areCurrent(cached.liveResults, runQuery))) return cached.page;
      const rendered = await render(path, renderPage, runQuery);
      cache.set(path, { ...rendered, editionId: id });
      return rendered.page;
    });
  }

  return (path, edition) => {
    // The edition is part of the key, so that a request made after a change never gets a rendering that began
    // before it.
    const key = `${edition.id} ${path}`;
    const pendingPage = pending.get(key);
    if (pendingPage) return pendingPage;
    const rendering = findOrRender(path, edition).finally(() => pending.delete(key));
    pending.set(key, rendering);
    return rendering;
  };
}

/**
 * Returns null if a page fails to render, so that the browser renders it. Throws while the database is
 * unavailable.
 */
export async function renderOrLeave(
  { log }: Pick<Deps, 'log'>,
  path: string,
  render: () => Promise<RenderedPage>,
): Promise<RenderedPage | null> {
  try {
    return await render();
  } catch (error) {
    if (toAppError(error).code === 'UNAVAILABLE') throw error;
    log.warn({ err: error, path }, 'a page could not be rendered');
    return null;
  }
}

async function areCurrent(results: readonly LiveResult[], runQuery: RunQuery): Promise<boolean> {
  const newResults = await Promise.all(results.map(({ procedure, input }) => runQuery(procedure, input)));
  return newResults.every((result, i) => JSON.stringify(result) === results[i]?.result);
}

async function render(path: string, renderPage: RenderPage, runQuery: RunQuery) {
  const liveResults: LiveResult[] = [];
  const page = await renderPage(path, async (procedure, input) => {
    const result = await runQuery(procedure, input);
    if (result !== null && !isContentQuery(procedure)) {
      liveResults.push({ procedure, input, result: JSON.stringify(result) });
    }
    return result;
  });
  return { liveResults, page };
}
