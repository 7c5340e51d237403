import type { AppError } from '../../lib/errors.ts';
import type { Context } from '../../platform/context.ts';
import { toAppError } from '../../platform/trpc.ts';
import type { QueryState, RunQuery } from './page-rendering.shared.ts';
import { isContentQuery, runQueryAs } from './visitor-queries.ts';

/**
 * The queries that run on the server with the caller's session and rate limits while a page is rendered. A
 * name that ends with a dot stands for all queries that begin with it. None of these queries may wait for an
 * external service, because the response waits for them. The browser runs all other queries, except content
 * queries.
 */
const CALLER_QUERIES = [
  'accounts.profile.',
  'affiliates.commissions',
  'affiliates.links.list',
  'affiliates.overview',
  'affiliates.payouts.overview',
  'billing.',
  'businesses.figures',
  'businesses.mine',
  'businessPlans.mine',
  'corporate.cards',
  'corporate.company',
  'favorites.list',
  'memberships.card',
  'memberships.mine',
  'personalData.deletionStanding',
  'savings.business',
  'savings.search',
  'verification.find',
  'viewer.user',
];

const isCallerQuery = (procedure: string) =>
  CALLER_QUERIES.some((name) => (name.endsWith('.') ? procedure.startsWith(name) : procedure === name));

export interface CallerQueries {
  run: RunQuery;
  /** Returns the error of the first query that a rate limit refused, or null. */
  findRefusal(): AppError | null;
}

/**
 * Runs queries as the caller of one request. `runContentQuery` runs the ones that don't depend on the caller.
 */
export function createCallerQueries(ctx: Context, runContentQuery: RunQuery): CallerQueries {
  let refusal: AppError | null = null;

  async function runAsCaller(procedure: string, input: unknown): Promise<QueryState> {
    try {
      return { status: 'success', data: await runQueryAs(ctx, procedure, input) };
    } catch (error) {
      const appError = toAppError(error);
      const { name, code, status, message, fieldErrors = {} } = appError;
      if (code === 'UNAVAILABLE') throw appError;
      if (status === 429) refusal ??= appError;
      return { status: 'error', error: { name, code, message, fieldErrors, requestId: ctx.requestId } };
    }
  }

  return {
    run: async (procedure, input) => {
      if (isContentQuery(procedure)) return runContentQuery(procedure, input);
      return isCallerQuery(procedure) ? runAsCaller(procedure, input) : null;
    },
    findRefusal: () => refusal,
  };
}
