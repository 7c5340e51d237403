import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Deps } from '#server/deps.ts';
import { AppError } from '#server/errors.ts';
import { companyCardsCsv } from '#server/memberships/company/company-card-csv.service.ts';
import { printCardSheet } from '#server/memberships/physical-card/card-sheet.service.ts';
import { beginCall } from './call.ts';
import { pieceStream } from './piece-stream.ts';

const sheetQuery = z.strictObject({ all: z.literal(['0', '1']).default('0') });

/**
 * GET /api/company/cards.pdf: the account's employees' cards to print and cut; `?all=1` those with an e-mail too.
 * GET /api/company/cards.csv: all of them as a list for a spreadsheet.
 */
export function registerCompanyCards(api: FastifyInstance, deps: Deps): void {
  api.get('/company/cards.pdf', async (request, reply) => {
    const { all } = sheetQuery.parse(request.query);
    const { ctx } = await beginCall(deps, request, reply);
    if (!ctx.account) throw new AppError('NOT_SIGNED_IN');
    await deps.limits.take('download', ctx);
    const sheet = await printCardSheet(deps, ctx.account.id, { all: all === '1' });
    const stream = await pieceStream(ctx, sheet, 'card sheet');
    return reply
      .type('application/pdf')
      .header('content-disposition', 'inline; filename="everything-cards.pdf"')
      .send(stream);
  });
  api.get('/company/cards.csv', async (request, reply) => {
    const { ctx } = await beginCall(deps, request, reply);
    if (!ctx.account) throw new AppError('NOT_SIGNED_IN');
    await deps.limits.take('download', ctx);
    const stream = await pieceStream(ctx, await companyCardsCsv(deps, ctx.account.id), 'card list');
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="everything-cards.csv"')
      .send(stream);
  });
}
