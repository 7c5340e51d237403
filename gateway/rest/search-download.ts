import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { savingsSearch } from '#server/domains/stores/search/savings-search.schema.ts';
import { streamResultsText } from '#server/domains/stores/search/search-download.service.ts';
import type { Deps } from '#server/platform/deps.ts';
import { convertValue, readFilters, toNumber } from '../search-filters.ts';
import { beginCountedCall, readBody, WITHOUT_CSRF } from './call.ts';
import { chunkStream } from './chunk-stream.ts';

/** Omits paging, because the download contains every match. */
const searchRequest = z.preprocess((body) => {
  const values = z.record(z.string(), z.unknown()).parse(body);
  const filters = readFilters(Object.entries(values).map(([id, value]) => ({ id, value })));
  return { ...filters, sortBy: convertValue(toNumber, values.sortBy) };
}, savingsSearch);

/** POST /api/search/download: all matching stores as plain text. */
export function registerSearchDownload(api: FastifyInstance, deps: Deps): void {
  api.post('/search/download', WITHOUT_CSRF, async (request, reply) => {
    const ctx = await beginCountedCall(deps, request, reply);
    await deps.limits.take('download', ctx);
    const search = readBody(searchRequest, request);
    const viewer = { isMember: await ctx.isMember(), now: deps.now() };
    const text = streamResultsText(deps.reader.choose('search'), search, viewer);
    const stream = await chunkStream(ctx, text, 'search download');
    return reply
      .type('text/plain; charset=utf-8')
      .header('content-disposition', 'attachment; filename="SearchResults.txt"')
      .send(stream);
  });
}
