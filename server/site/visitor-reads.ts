import { callTRPCProcedure } from '@trpc/server';
import { listPriceTexts } from '../catalog/plan.service.ts';
import type { Context } from '../context.ts';
import type { Deps } from '../deps.ts';
import { appRouter } from '../router.ts';
import type { ReadProcedure } from './page-rendering.shared.ts';

/** Nobody is signed in, and nothing counts against anybody: the server asks itself. */
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
    guestKey: (first) => first,
    signIn: async () => {},
    signOut: async () => {},
    isMember: async () => false,
    planPrices: () => listPriceTexts(deps.db),
  };
}

/** Asks queries as a visitor's browser would, without the way over the network: what a public page's HTML is made of. */
export function visitorReads(deps: Deps): ReadProcedure {
  return async (path, input) => {
    const answer = await callTRPCProcedure({
      router: appRouter,
      path,
      getRawInput: async () => input,
      ctx: visitorContext(deps),
      type: 'query',
      signal: undefined,
      batchIndex: 0,
    });
    // As it arrives over HTTP: instants are text.
    const arrived: unknown = JSON.parse(JSON.stringify(answer));
    return arrived;
  };
}
