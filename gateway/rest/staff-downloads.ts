import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Deps } from '#server/platform/deps.ts';
import { downloadAddresses, downloadSheet } from '#server/staff/cards/card.service.ts';
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

const runParams = z.object({ run: z.uuid() });

/**
 * GET /api/staff/print-runs/<id>/cards.pdf: the cards of a print run. GET …/addresses.csv: their mailing
 * addresses.
 */
export function registerStaffPrintRun(api: FastifyInstance, deps: Deps): void {
  const begin = async (request: FastifyRequest, reply: FastifyReply) => {
    const ctx = await beginStaffCall(deps, request, reply);
    await deps.limits.take('download', ctx);
    return { ctx, run: runParams.parse(request.params).run };
  };
  api.get('/staff/print-runs/:run/cards.pdf', async (request, reply) => {
    const { ctx, run } = await begin(request, reply);
    const stream = await chunkStream(ctx, await downloadSheet(ctx, run), 'card sheet');
    return reply
      .type('application/pdf')
      .header('content-disposition', 'inline; filename="cards.pdf"')
      .send(stream);
  });
  api.get('/staff/print-runs/:run/addresses.csv', async (request, reply) => {
    const { ctx, run } = await begin(request, reply);
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="addresses.csv"')
      .send(await downloadAddresses(ctx, run));
  });
}
