import type { AppError } from '../../lib/errors.ts';
import type { Context } from '../../platform/context.ts';
import type { Deps } from '../../platform/deps.ts';
import { createCallerQueries } from './caller-queries.ts';
import type { Edition } from './edition.ts';
import { renderOrLeave } from './page-renderer.ts';
import type { QueryState, RenderedPage, RunQuery } from './page-rendering.shared.ts';
import { createVisitorQueries } from './visitor-queries.ts';

export interface PersonalPage {
  page: RenderedPage;
  /** The error if a rate limit refused one of the page's queries. */
  refusal: AppError | null;
}

/** `address` is a path and may have a query. */
export type RenderPersonalPage = (
  address: string,
  edition: Edition,
  ctx: Context,
) => Promise<PersonalPage | null>;

/**
 * Returns a function that renders pages with the data of one caller. The page's queries count against the
 * caller's rate limits. It returns null if a page can't be rendered, so that the browser renders it.
 */
export function createPersonalPageRenderer(deps: Deps): RenderPersonalPage {
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
