import type { FastifyInstance } from 'fastify';
import { streamCommissionCsv } from '#server/domains/affiliates/commissions/commission-csv.service.ts';
import type { Deps } from '#server/platform/deps.ts';
import { beginAccountCall } from './call.ts';
import { chunkStream } from './chunk-stream.ts';

/** GET /api/affiliate/commissions.csv: the signed-in affiliate's commissions. */
export function registerCommissionDownload(api: FastifyInstance, deps: Deps): void {
  api.get('/affiliate/commissions.csv', async (request, reply) => {
    const ctx = await beginAccountCall(deps, request, reply);
    await deps.limits.take('download', ctx);
    const csv = streamCommissionCsv(deps, ctx.account.id);
    const stream = await chunkStream(ctx, csv, 'commission download');
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="commissions.csv"')
      .send(stream);
  });
}
