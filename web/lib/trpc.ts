import { MutationCache, QueryClient } from '@tanstack/react-query';
import { createTRPCReact, httpBatchLink, splitLink } from '@trpc/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import { isSecretRead } from '#server/app/http/secret-reads.shared.ts';
import type { AppRouter } from '#server/app/router.ts';
import type { PreloadedQuery } from '#server/app/site/page-rendering.shared.ts';
import { getCsrfHeaders } from './csrf.ts';
import { isPageOutdated, isRefusal, toFailure } from './errors.ts';
import { afterHydration } from './hydration.ts';

export const trpc = createTRPCReact<AppRouter>();

/** Dates in these types are ISO 8601 strings, because the server sends JSON. */
export type RouterOutputs = inferRouterOutputs<AppRouter>;

export function createTrpcClient(url = '/trpc') {
  const createLink = (options?: { methodOverride: 'POST' }) =>
    httpBatchLink({
      url,
      fetch: (input, init) => afterHydration(fetch(input, { ...init, signal: init?.signal ?? null })),
      maxURLLength: 2_000,
      maxItems: 10,
      headers: ({ opList }) => (opList.some((op) => op.type === 'mutation') ? getCsrfHeaders() : {}),
      ...options,
    });
  return trpc.createClient({
    links: [
      splitLink({
        condition: ({ path }) => isSecretRead(path),
        true: createLink({ methodOverride: 'POST' }),
        false: createLink(),
      }),
    ],
  });
}

const LIFETIME_MS = 30_000;

/** Retries a failed query twice, unless the server refused it. */
export function createQueryClient(preloadedQueries: readonly PreloadedQuery[] = []) {
  const client = new QueryClient({
    mutationCache: new MutationCache({
      // The mutation waits for this, so the page shows what is true by the time it shows the error.
      onError: (error) => (isPageOutdated(error) ? client.invalidateQueries() : undefined),
    }),
    defaultOptions: {
      queries: {
        staleTime: LIFETIME_MS,
        retry: (failures, error) => failures < 2 && !isRefusal(toFailure(error)),
      },
      mutations: { retry: false },
    },
  });
  for (const query of preloadedQueries) preloadQuery(client, query);
  return client;
}

/**
 * Adds a result that the server embedded in the HTML. The result is dropped soon after the last component
 * stops using it.
 */
export function preloadQuery(client: QueryClient, { key, state }: PreloadedQuery): void {
  const query = client.getQueryCache().build(client, { queryKey: key, gcTime: LIFETIME_MS });
  query.setState({ ...state, dataUpdatedAt: Date.now() });
}
