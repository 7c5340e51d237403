import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { renderReceipt } from '#server/checkout/receipt/receipt-rendering.service.ts';
import type { Deps } from '#server/deps.ts';
import { errorSentence } from '#server/errors.ts';
import { beginCall } from './call.ts';

const receiptQuery = z.object({
  id: z.uuid({ error: errorSentence('PURCHASE_NOT_FOUND') }),
  key: z.string().max(2_000).optional(),
  format: z.enum(['html', 'pdf']).default('html'),
});

/** GET /api/receipt: the buyer's receipt as a printable page or a PDF. */
export function registerReceipt(api: FastifyInstance, deps: Deps): void {
  api.get('/receipt', async (request, reply) => {
    const { id, key, format } = receiptQuery.parse(request.query);
    const { ctx } = await beginCall(deps, request, reply);
    await deps.limits.take(format === 'pdf' ? 'receiptPdf' : 'general', ctx);
    const receipt = await renderReceipt(ctx, { id, key: key ?? null, format });
    // The URL contains a guest's key: it must not leak as a referrer or into a search engine.
    reply.header('referrer-policy', 'no-referrer').header('x-robots-tag', 'noindex');
    if (format === 'pdf') reply.header('content-disposition', `inline; filename="receipt-${id}.pdf"`);
    return reply.type(receipt.contentType).send(receipt.body);
  });
}
