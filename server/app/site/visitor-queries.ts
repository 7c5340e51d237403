import { callTRPCProcedure } from '@trpc/server';
import { listPriceTexts } from '../../domains/catalog/plan.service.ts';
import type { Context } from '../../platform/context.ts';
import type { Deps } from '../../platform/deps.ts';
import { appRouter } from '../router.ts';
import type { RunQuery } from './page-rendering.shared.ts';

/** Queries whose results are the same throughout an edition. */
const CONTENT_QUERIES = new Set(['catalog.plans', 'content.faq', 'content.policy', 'content.settings']);

export const isContentQuery = (procedure: string) => CONTENT_QUERIES.has(procedure);

/**
 * Creates a logged-out visitor's context. It has no rate limits, because the server itself makes these calls.
 */
function createVisitorContext(deps: Deps): Context {
  const unlimited = { ...deps.limits, take: async () => {} };
  return {
    deps: { ...deps, limits: unlimited },
    account: null,
    sessionId: null,
    passkeyAt: null,
    ip: '127.0.0.1',
    requestId: 'page',
    entryPoint: 'web',
    existingGuestKey: null,
    referral: null,
    knownBrowser: null,
    guestKey: (first) => first,
    signIn: async () => {},
    signOut: async () => {},
    isMember: async () => false,
    hasOnlyTrial: async () => false,
    planPrices: () => listPriceTexts(deps.db),
  };
}

/** Runs a query in this process with the result that the caller's browser would receive. */
export async function runQueryAs(ctx: Context, path: string, input: unknown): Promise<unknown> {
  const result = await callTRPCProcedure({
    router: appRouter,
    path,
    getRawInput: async () => input,
    ctx,
    type: 'query',
    signal: undefined,
    batchIndex: 0,
  });
  // Convert to JSON and back, because dates reach the browser as text.
  const receivedResult: unknown = JSON.parse(JSON.stringify(result));
  return receivedResult;
}

/** Runs the queries whose results every visitor of a page may share. */
export function createVisitorQueries(deps: Deps): RunQuery {
  return async (procedure, input) => {
    if (!isContentQuery(procedure) && procedure !== 'savings.search') return null;
    return { status: 'success', data: await runQueryAs(createVisitorContext(deps), procedure, input) };
  };
}
