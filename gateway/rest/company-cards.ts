import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { exportCompanyCards } from '#server/domains/memberships/company/company-card-csv.service.ts';
import { drawCardSheet } from '#server/domains/memberships/physical-card/card-sheet.service.ts';
import type { Deps } from '#server/platform/deps.ts';
import { beginAccountCall } from './call.ts';
import { chunkStream } from './chunk-stream.ts';

const sheetQuery = z.strictObject({ all: z.literal(['0', '1']).default('0') });

/**
 * GET /api/company/cards.pdf: a printable sheet of cards for employees without an email address, or of all
 * cards with `?all=1`. GET /api/company/cards.csv: all cards as a spreadsheet.
 */
export function registerCompanyCards(api: FastifyInstance, deps: Deps): void {
  api.get('/company/cards.pdf', async (request, reply) => {
    const ctx = await beginAccountCall(deps, request, reply);
    await deps.limits.take('download', ctx);
    const { all } = sheetQuery.parse(request.query);
    const sheet = await drawCardSheet(deps, ctx.account.id, { all: all === '1' });
    const stream = await chunkStream(ctx, sheet, 'card sheet');
    return reply
      .type('application/pdf')
      .header('content-disposition', 'inline; filename="everything-cards.pdf"')
      .send(stream);
  });
  api.get('/company/cards.csv', async (request, reply) => {
    const ctx = await beginAccountCall(deps, request, reply);
    await deps.limits.take('download', ctx);
    const stream = await chunkStream(ctx, await exportCompanyCards(deps, ctx.account.id), 'card list');
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="everything-cards.csv"')
      .send(stream);
  });
}
