import { getPublicSettings } from '../../content/content.service.ts';
import type { Context } from '../../context.ts';
import { readSupportContact } from '../../lib/support-contact.ts';
import { getReceipt } from './receipt.service.ts';
import { renderReceiptPage } from './receipt-page.ts';

/** Renders the buyer's receipt as HTML or PDF. Throws PURCHASE_NOT_FOUND for anyone else. */
export async function renderReceipt(
  ctx: Context,
  { id, key, format }: { id: string; key: string | null; format: 'html' | 'pdf' },
): Promise<{ contentType: string; body: string | Buffer }> {
  const view = await getReceipt(ctx, { id, key });
  const support = readSupportContact(await getPublicSettings(ctx.deps.db));
  if (format === 'pdf') {
    // Only load the PDF library and its fonts when someone requests a PDF.
    const { renderReceiptPdf } = await import('./receipt-pdf.ts');
    return { contentType: 'application/pdf', body: await renderReceiptPdf(view, support) };
  }
  const pdfQuery = new URLSearchParams({ id, ...(key ? { key } : {}), format: 'pdf' });
  const options = { support, pdfUrl: `/api/receipt?${pdfQuery}`, homeUrl: ctx.deps.config.publicUrl };
  return { contentType: 'text/html; charset=utf-8', body: renderReceiptPage(view, options) };
}
