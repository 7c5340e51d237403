import { callTRPCProcedure } from '@trpc/server';
import { listPriceTexts } from '../catalog/plan.service.ts';
import type { Context } from '../context.ts';
import type { Deps } from '../deps.ts';
import { appRouter } from '../router.ts';
import type { RunQuery } from './page-rendering.shared.ts';

/** Creates a logged-out visitor's context. Without rate limits, because the server itself makes these calls. */
function visitorContext(deps: Deps): Context {
  const unlimited = { ...deps.limits, take: async () => {} };
  return {
    deps: { ...deps, limits: unlimited },
    account: null,
    sessionId: null,
    ip: '127.0.0.1',
    requestId: 'page',
    entryPoint: 'web',
    existingGuestKey: null,
    knownBrowser: null,
    guestKey: (first) => first,
    signIn: async () => {},
    signOut: async () => {},
    isMember: async () => false,
    hasOnlyTrial: async () => false,
    planPrices: () => listPriceTexts(deps.db),
  };
}

/** Runs queries in this process with the result that a visitor's browser would receive. */
export function visitorQueries(deps: Deps): RunQuery {
  return async (path, input) => {
    const result = await callTRPCProcedure({
      router: appRouter,
      path,
      getRawInput: async () => input,
      ctx: visitorContext(deps),
      type: 'query',
      signal: undefined,
      batchIndex: 0,
    });
    // As JSON, because dates reach the browser as text.
    const received: unknown = JSON.parse(JSON.stringify(result));
    return received;
  };
}
