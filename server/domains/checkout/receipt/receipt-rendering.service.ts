import { paths } from '../../../lib/pages.shared.ts';
import { readSellerContact } from '../../../lib/support-contact.ts';
import type { Context } from '../../../platform/context.ts';
import { drawInThread } from '../../../platform/media/pdf-thread.ts';
import { getPublicSettings } from '../../content/content.service.ts';
import { getReceipt } from './receipt.service.ts';
import { renderReceiptPage } from './receipt-page.ts';

const PDF_WORKER = new URL('./receipt-worker.ts', import.meta.url);

/**
 * Throws PURCHASE_NOT_FOUND unless the caller may read the receipt, and UNAVAILABLE if too many PDFs are
 * waiting to be drawn.
 */
export async function renderReceipt(
  ctx: Context,
  { id, key, format }: { id: string; key: string | null; format: 'html' | 'pdf' },
): Promise<{ contentType: string; body: string | Buffer }> {
  const view = await getReceipt(ctx, { id, key });
  const settings = await getPublicSettings(ctx.deps.db);
  const seller = {
    ...readSellerContact(settings),
    isRehearsal: ctx.deps.config.rehearsal,
  };
  if (format === 'pdf') {
    const chunks: Uint8Array[] = [];
    for await (const chunk of drawInThread(PDF_WORKER, { view, seller })) chunks.push(chunk);
    return { contentType: 'application/pdf', body: Buffer.concat(chunks) };
  }
  const options = { seller, pdfUrl: paths.receiptPdf(id), homeUrl: ctx.deps.config.publicUrl };
  return { contentType: 'text/html; charset=utf-8', body: renderReceiptPage(view, options) };
}
