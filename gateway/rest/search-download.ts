import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Deps } from '#server/deps.ts';
import { savingsFilters } from '#server/stores/search/savings-search.schema.ts';
import { streamResultsText } from '#server/stores/search/search-download.service.ts';
import { readFilters } from '../search-filters.ts';
import { beginCall, readBody, WITHOUT_CSRF } from './call.ts';
import { chunkStream } from './chunk-stream.ts';

/** Ignored, because the file contains every match. */
const PAGING_FIELDS = new Set(['skip', 'limit', 'sortBy']);

const searchRequest = z.preprocess((body) => {
  const values = Object.entries(z.record(z.string(), z.unknown()).parse(body));
  return readFilters(values.flatMap(([id, value]) => (PAGING_FIELDS.has(id) ? [] : [{ id, value }])));
}, savingsFilters);

/** POST /api/search/download: every match as readable text. */
export function registerSearchDownload(api: FastifyInstance, deps: Deps): void {
  api.post('/search/download', WITHOUT_CSRF, async (request, reply) => {
    const { ctx } = await beginCall(deps, request, reply);
    await deps.limits.take('download', ctx);
    const filters = readBody(searchRequest, request);
    const viewer = { isMember: await ctx.isMember(), now: deps.now() };
    const text = streamResultsText(deps.searchDb, filters, viewer);
    const stream = await chunkStream(ctx, text, 'search download');
    return reply
      .type('text/plain; charset=utf-8')
      .header('content-disposition', 'attachment; filename="SearchResults.txt"')
      .send(stream);
  });
}
