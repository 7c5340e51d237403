import { stringify } from 'csv-stringify/sync';
import { z } from 'zod';
import { startOfBusinessDate, toBusinessDate } from '../../../lib/dates.ts';
import { AppError } from '../../../lib/errors.ts';
import { centsToDollars } from '../../../lib/money.ts';
import { paths } from '../../../lib/pages.shared.ts';
import { describeCard } from '../../../lib/payment-card.ts';
import { formatPersonName } from '../../../lib/same-person.ts';
import { guardCell, UTF8_BOM } from '../../../lib/spreadsheet.ts';
import type { AccountContext, Context } from '../../../platform/context.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { MailAttachment } from '../../../platform/integrations/mailer/mailer.ts';
import type { UnparsedMail } from '../../../platform/mails/mail-registry.ts';
import { drawInThread } from '../../../platform/media/pdf-thread.ts';
import { findReceiptPdf } from '../../accounts/profile/profile.service.ts';
import { getSellerContact } from '../../content/content.service.ts';
import { findPurchase } from '../purchase/purchase.repository.ts';
import { findReceipts } from './receipt.repository.ts';
import type { ReceiptView, Statement, statementQuery } from './receipt.schema.ts';
import { buildReceiptOf, findReceiptSource, getReceipt } from './receipt.service.ts';
import { describeReceipt, getSignedCents, type ReceiptSeller } from './receipt-facts.ts';
import { getReceiptId } from './receipt-list.service.ts';
import { renderReceiptPage } from './receipt-page.ts';

const PDF_WORKER = new URL('./receipt-worker.ts', import.meta.url);
/** Sorts before every id. */
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Throws PURCHASE_NOT_FOUND unless the caller may read the receipt, and UNAVAILABLE if too many PDFs are
 * waiting to be drawn.
 */
export async function renderReceipt(
  ctx: Context,
  { id, key, format }: { id: string; key: string | null; format: 'html' | 'pdf' },
): Promise<{ contentType: string; body: string | Buffer }> {
  const view = await getReceipt(ctx, { id, key });
  if (format === 'pdf') return { contentType: 'application/pdf', body: await drawPdf(ctx.deps, view) };
  const seller = await getSeller(ctx.deps);
  const options = { seller, pdfUrl: paths.receiptPdf(id), homeUrl: ctx.deps.config.publicUrl };
  return { contentType: 'text/html; charset=utf-8', body: renderReceiptPage(view, options) };
}

/**
 * Draws the caller's receipts of a year, oldest first. Throws NOT_FOUND if the year has none, and UNAVAILABLE
 * if too many PDFs are waiting to be drawn.
 */
export async function renderStatement(
  ctx: AccountContext,
  { year, format }: z.output<typeof statementQuery>,
): Promise<{ contentType: string; body: string | Buffer }> {
  const { account, deps } = ctx;
  const rows = await findReceipts(deps.db, account.id, {
    since: startOfBusinessDate(`${year}-01-01`),
    before: { at: startOfBusinessDate(`${year + 1}-01-01`), id: FIRST_ID },
  });
  if (rows.length === 0) throw new AppError('NOT_FOUND');
  const receipts: ReceiptView[] = [];
  for (const row of rows.toReversed()) {
    receipts.push(await getReceipt(ctx, { id: getReceiptId(row), key: null }));
  }
  if (format === 'csv') return { contentType: 'text/csv; charset=utf-8', body: writeStatementCsv(receipts) };
  const { firstname, lastname, email } = account;
  const name = formatPersonName({ firstname, lastname });
  const statement: Statement = { year, createdAt: deps.now(), account: { name, email }, receipts };
  return { contentType: 'application/pdf', body: await drawPdf(deps, statement) };
}

const receiptMail = z.object({ receiptUrl: z.object({ kind: z.literal('receipt'), id: z.uuid() }) });

/** Attaches the PDF of the receipt to its email, if the payer's account wants that. */
export async function attachReceipt(deps: Deps, { props }: UnparsedMail): Promise<MailAttachment[]> {
  const { data } = receiptMail.safeParse(props);
  if (!data) return [];
  const { id } = data.receiptUrl;
  const { purchaseId, ...source } = await findReceiptSource(deps.db, id);
  const purchase = await findPurchase(deps.db, purchaseId);
  if (!purchase?.settledAt || !purchase.accountId) return [];
  if (!(await findReceiptPdf(deps.db, purchase.accountId))) return [];
  const settled = { purchase, paidAt: purchase.settledAt, ...source };
  const view = await buildReceiptOf(deps, settled, purchase.accountId);
  const filename = `receipt-${view.receiptNumber}.pdf`;
  return [{ filename, contentType: 'application/pdf', content: await drawPdf(deps, view) }];
}

async function drawPdf(deps: Deps, document: ReceiptView | Statement): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  const seller = await getSeller(deps);
  for await (const chunk of drawInThread(PDF_WORKER, { document, seller })) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function getSeller({ config, db }: Deps): Promise<ReceiptSeller> {
  return { ...(await getSellerContact(db)), isRehearsal: config.rehearsal };
}

const HEADER = [
  'Date',
  'Receipt',
  'Description',
  'Period start',
  'Period end',
  'Amount',
  'Card',
  'PO number',
  'Membership ID',
];

/** Amounts are in dollars, negative if the money was returned. */
function writeStatementCsv(receipts: readonly ReceiptView[]): string {
  const rows = receipts.map((receipt) => {
    const { paidAt, receiptNumber, period, paidWith, poNumber, membershipNumber } = receipt;
    return [
      toBusinessDate(paidAt),
      receiptNumber,
      guardCell(describeReceipt(receipt)),
      period ? toBusinessDate(period.start) : '',
      period ? toBusinessDate(period.end) : '',
      // Don't guard this cell: the guard would turn a negative amount into text.
      centsToDollars(getSignedCents(receipt)),
      paidWith ? describeCard(paidWith) : '',
      guardCell(poNumber ?? ''),
      membershipNumber ?? '',
    ];
  });
  return UTF8_BOM + stringify([HEADER, ...rows]);
}
