import type { Query } from '@tanstack/react-query';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router';
import type { PreloadedQuery, RenderedPage, RunQuery } from '#server/site/page-rendering.shared.ts';
import { createQueryClient, createTrpcClient } from './lib/trpc.ts';
import { Providers } from './providers.tsx';
import { AppRoutes, preloadPage } from './routes.tsx';

/** The only queries that run on the server during rendering: none depends on who is logged in. */
const PUBLIC_QUERIES = new Set([
  'catalog.plans',
  'content.faq',
  'content.policy',
  'content.settings',
  'savings.search',
]);
/** A query may need another query's result. No page needs more rounds than this. */
const MAX_ROUNDS = 4;

/**
 * Renders a public page repeatedly, running its public queries, until all of them have results. Queries that
 * aren't public never run, so their loading state is rendered.
 */
export async function renderPage(path: string, runQuery: RunQuery): Promise<RenderedPage> {
  await preloadPage(path);
  const queryClient = createQueryClient();
  const trpcClient = createTrpcClient();
  const preloadedQueries: PreloadedQuery[] = [];
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const html = await renderToHtml(
      <Providers queryClient={queryClient} trpcClient={trpcClient}>
        <StaticRouter location={path}>
          <AppRoutes />
        </StaticRouter>
      </Providers>,
    );
    const pending = queryClient.getQueryCache().getAll().flatMap(toPublicQuery);
    if (pending.length === 0) return { html, preloadedQueries };
    for (const { key, procedure, input } of pending) {
      const data = await runQuery(procedure, input);
      queryClient.setQueryData(key, data);
      preloadedQueries.push({ key, data });
    }
  }
  throw new Error(`${path} still has pending queries after ${MAX_ROUNDS} rounds`);
}

async function renderToHtml(app: React.ReactNode): Promise<string> {
  // Disable progressive chunks: they need an inline script, which the content security policy forbids.
  const { prelude } = await prerender(app, { progressiveChunkSize: Number.POSITIVE_INFINITY });
  return new Response(prelude).text();
}

/**
 * Reads the procedure and input of a pending public query from its tRPC query key. Returns [] for other
 * queries.
 */
function toPublicQuery({ queryKey, state }: Query) {
  const [path, rest] = queryKey;
  if (state.status !== 'pending' || !Array.isArray(path)) return [];
  const procedure = path.join('.');
  if (!PUBLIC_QUERIES.has(procedure)) return [];
  const input = typeof rest === 'object' && rest !== null && 'input' in rest ? rest.input : undefined;
  return [{ key: queryKey, procedure, input }];
}
