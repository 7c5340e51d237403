import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Deps } from '#server/platform/deps.ts';
import { downloadAddresses, downloadSheet } from '#server/staff/cards/card.service.ts';
import { beginStaffCall } from './call.ts';
import { chunkStream } from './chunk-stream.ts';

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
