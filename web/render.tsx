import type { Query } from '@tanstack/react-query';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router';
import type {
  PreloadedQuery,
  QueryState,
  RenderedPage,
  RunQuery,
} from '#server/app/site/page-rendering.shared.ts';
import { createQueryClient, createTrpcClient, preloadQuery } from './lib/trpc.ts';
import { Providers } from './providers.tsx';
import { AppRoutes, preloadPage } from './routes.tsx';

/** A query may need another query's result. No page needs more rounds than this. */
const MAX_ROUNDS = 5;

/**
 * Renders a page, runs its queries, and renders again until none is pending. Queries that `runQuery` leaves
 * to the browser stay pending, as in a browser before the first response.
 */
export async function renderPage(address: string, runQuery: RunQuery): Promise<RenderedPage> {
  const [path = address] = address.split('?', 1);
  await preloadPage(path);
  const queryClient = createQueryClient();
  const trpcClient = createTrpcClient();
  const queries = new Map<string, PreloadedQuery | null>();

  async function runPending({ queryHash, queryKey: key }: Query): Promise<boolean> {
    const { procedure, input, isInfinite } = readProcedureCall(key);
    const state = await runQuery(procedure, input);
    const query = state && { key, state: isInfinite ? toFirstPage(state) : state };
    queries.set(queryHash, query);
    if (query) preloadQuery(queryClient, query);
    return query !== null;
  }

  try {
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const html = await renderToHtml(
        <Providers queryClient={queryClient} trpcClient={trpcClient}>
          <StaticRouter location={address}>
            <AppRoutes />
          </StaticRouter>
        </Providers>,
      );
      const pendingQueries = queryClient.getQueryCache().findAll({ predicate: isPending });
      const newQueries = pendingQueries.filter(({ queryHash }) => !queries.has(queryHash));
      const results = await Promise.all(newQueries.map(runPending));
      if (!results.includes(true)) {
        return { html, preloadedQueries: [...queries.values()].filter((query) => query !== null) };
      }
    }
  } finally {
    // Stops the timers that would keep the results in memory.
    queryClient.clear();
  }
  throw new Error(`${path} still has pending queries after ${MAX_ROUNDS} rounds`);
}

async function renderToHtml(app: React.ReactNode): Promise<string> {
  const errors: unknown[] = [];
  const { prelude } = await prerender(app, {
    // Disable progressive chunks: they need an inline script, which the content security policy forbids.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    // Collect the errors to throw them below. Otherwise, the HTML would contain the fallback of the nearest
    // Suspense boundary.
    onError: (error) => void errors.push(error),
  });
  if (errors.length > 0) throw errors[0];
  return new Response(prelude).text();
}

/** A query that its component has disabled for now doesn't count. */
function isPending({ state, options }: Query): boolean {
  return state.status === 'pending' && Reflect.get(options, 'enabled') !== false;
}

/** Returns the procedure and the input from a tRPC query key. */
function readProcedureCall([path, rest]: Query['queryKey']) {
  const procedure = Array.isArray(path) ? path.join('.') : '';
  const details = typeof rest === 'object' && rest !== null ? rest : {};
  return {
    procedure,
    input: 'input' in details ? details.input : undefined,
    isInfinite: 'type' in details && details.type === 'infinite',
  };
}

/** Converts a result to the state of a query that loads page by page. */
function toFirstPage(state: QueryState): QueryState {
  return state.status === 'error' ? state : { ...state, data: { pages: [state.data], pageParams: [null] } };
}
