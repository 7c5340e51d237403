import type { FastifyInstance } from 'fastify';
import { exportOwnData } from '#server/domains/personal-data/data-export.service.ts';
import type { Deps } from '#server/platform/deps.ts';
import { beginAccountCall } from './call.ts';
import { chunkStream } from './chunk-stream.ts';

/** GET /api/account/data.json: a copy of the signed-in account's data. */
export function registerOwnData(api: FastifyInstance, deps: Deps): void {
  api.get('/account/data.json', async (request, reply) => {
    const ctx = await beginAccountCall(deps, request, reply);
    await deps.limits.take('ownData', ctx);
    const stream = await chunkStream(ctx, exportOwnData(deps, ctx.account.id), 'data download');
    return reply
      .type('application/json; charset=utf-8')
      .header('content-disposition', 'attachment; filename="everything-card-data.json"')
      .send(stream);
  });
}
