import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Deps } from '#server/platform/deps.ts';
import { streamStaffList } from '#server/staff/staff-lists.service.ts';
import { beginStaffCall } from './call.ts';
import { chunkStream } from './chunk-stream.ts';

const listParams = z.object({ list: z.string().max(40) });

/**
 * GET /api/staff/lists/<name>.csv: all rows of a staff list. Accepts the query parameters of the list's page.
 */
export function registerStaffListDownload(api: FastifyInstance, deps: Deps): void {
  api.get('/staff/lists/:list.csv', async (request, reply) => {
    const ctx = await beginStaffCall(deps, request, reply);
    await deps.limits.take('download', ctx);
    const { list } = listParams.parse(request.params);
    const [, query = ''] = request.url.split('?');
    const csv = streamStaffList(ctx, list, new URLSearchParams(query));
    const stream = await chunkStream(ctx, csv, 'staff list download');
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${list}.csv"`)
      .send(stream);
  });
}
