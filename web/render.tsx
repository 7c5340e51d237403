import type { Query } from '@tanstack/react-query';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router';
import type { BroughtAnswer, ReadProcedure, RenderedPage } from '#server/site/page-rendering.shared.ts';
import { createQueryClient, createTrpcClient } from './lib/trpc.ts';
import { Providers } from './providers.tsx';
import { AppRoutes, arrivals } from './routes.tsx';

/** What a public page may ask for while its HTML is made: nothing that is anybody's own. */
const READS = new Set([
  'catalog.plans',
  'content.faq',
  'content.policy',
  'content.settings',
  'savings.search',
]);
/** What one answer brings up may ask for the next; no page goes deeper than this. */
const MOST_ROUNDS = 4;

/**
 * A public page's HTML, and the answers that it was made of. A page that asks for what stands above is rendered again
 * with the answers; all else it shows as not yet known, as a browser does before the first answer.
 */
export async function renderPage(path: string, read: ReadProcedure): Promise<RenderedPage> {
  const loadPage = arrivals[path];
  if (loadPage === undefined) throw new Error(`${path} is no page that is rendered`);
  await loadPage();
  const queryClient = createQueryClient();
  const trpcClient = createTrpcClient();
  const answers: BroughtAnswer[] = [];
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const html = await htmlOf(
      <Providers queryClient={queryClient} trpcClient={trpcClient}>
        <StaticRouter location={path}>
          <AppRoutes />
        </StaticRouter>
      </Providers>,
    );
    const questions = queryClient.getQueryCache().getAll().flatMap(publicQuestion);
    if (questions.length === 0) return { html, answers };
    for (const { key, procedure, input } of questions) {
      const data = await read(procedure, input);
      queryClient.setQueryData(key, data);
      answers.push({ key, data });
    }
  }
  throw new Error(`${path} asks on after ${MOST_ROUNDS} rounds`);
}

async function htmlOf(app: React.ReactNode): Promise<string> {
  // Nothing is put aside to be moved by an inline script, which the content security policy forbids.
  const { prelude } = await prerender(app, { progressiveChunkSize: Number.POSITIVE_INFINITY });
  return new Response(prelude).text();
}

/** The procedure that an unanswered query asks, where a page may ask it here: the keys are tRPC's. */
function publicQuestion({ queryKey, state }: Query) {
  const [path, rest] = queryKey;
  if (state.status !== 'pending' || !Array.isArray(path)) return [];
  const procedure = path.join('.');
  if (!READS.has(procedure)) return [];
  const input = typeof rest === 'object' && rest !== null && 'input' in rest ? rest.input : undefined;
  return [{ key: queryKey, procedure, input }];
}
