import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { statementQuery } from '#server/domains/checkout/receipt/receipt.schema.ts';
import { getReceipt } from '#server/domains/checkout/receipt/receipt.service.ts';
import {
  renderReceipt,
  renderStatement,
} from '#server/domains/checkout/receipt/receipt-rendering.service.ts';
import { errorSentence } from '#server/lib/errors.ts';
import { paths } from '#server/lib/pages.shared.ts';
import type { Deps } from '#server/platform/deps.ts';
import { beginAccountCall, beginCountedCall } from './call.ts';

const receiptQuery = z.object({
  id: z.uuid({ error: errorSentence('PURCHASE_NOT_FOUND') }),
  key: z.string().max(2_000).optional(),
  format: z.enum(['html', 'pdf']).default('html'),
});

/** How long a guest can reopen the receipt and its PDF without the key after following the emailed link. */
const COOKIE_SECONDS = 60 * 60;

/**
 * GET /api/receipt: the receipt for a purchase, a payment, or a refund, as a printable page or a PDF. A
 * guest's link contains a key. The key is moved to a cookie, so that it doesn't stay in the address bar and
 * the history.
 */
export function registerReceipt(api: FastifyInstance, deps: Deps): void {
  api.get('/receipt', async (request, reply) => {
    const ctx = await beginCountedCall(deps, request, reply);
    const { id, key, format } = receiptQuery.parse(request.query);
    const cookieName = `receipt-${id}`;
    reply.header('referrer-policy', 'no-referrer').header('x-robots-tag', 'noindex');
    if (key !== undefined) {
      await getReceipt(ctx, { id, key });
      reply.setCookie(cookieName, key, {
        httpOnly: true,
        sameSite: 'lax',
        secure: deps.config.production,
        path: '/api/receipt',
        maxAge: COOKIE_SECONDS,
      });
      return reply.redirect(format === 'pdf' ? paths.receiptPdf(id) : paths.receipt(id));
    }
    if (format === 'pdf') await deps.limits.take('receiptPdf', ctx);
    const receipt = await renderReceipt(ctx, { id, key: request.cookies[cookieName] ?? null, format });
    if (format === 'pdf') reply.header('content-disposition', `inline; filename="receipt-${id}.pdf"`);
    return reply.type(receipt.contentType).send(receipt.body);
  });
}

/** GET /api/statement: the signed-in account's receipts of a year, as a PDF or CSV file. */
export function registerStatement(api: FastifyInstance, deps: Deps): void {
  api.get('/statement', async (request, reply) => {
    const ctx = await beginAccountCall(deps, request, reply);
    const query = statementQuery.parse(request.query);
    await deps.limits.take('download', ctx);
    const { contentType, body } = await renderStatement(ctx, query);
    const filename = `everything-card-${query.year}.${query.format}`;
    return reply
      .header('content-disposition', `attachment; filename="${filename}"`)
      .type(contentType)
      .send(body);
  });
}
