import { documentName } from '../../../lib/document-name.ts';
import {
  PDF_COLORS as COLORS,
  pdfElement as element,
  openPdf,
  type Pdf,
} from '../../../platform/media/pdf-document.ts';
import { drawText, type TextBox } from '../../../platform/media/pdf-text.ts';
import type { ReceiptView, Statement } from './receipt.schema.ts';
import {
  buildReceiptFacts,
  buildStatementFacts,
  type ReceiptFacts,
  type ReceiptSeller,
} from './receipt-facts.ts';

/** Letter paper, in points. An inch has 72 points. */
const PAGE = { width: 612, height: 792 };
const MARGIN_PT = 54;
const CONTENT_WIDTH_PT = PAGE.width - 2 * MARGIN_PT;
const CONTENT_BOTTOM_PT = PAGE.height - MARGIN_PT;
const AMOUNT_WIDTH_PT = 190;
const HEADER_HEIGHT_PT = 78;
const STRIPE_COUNT = 18;

/** The PDF has embedded fonts, and tags for screen readers. */
export async function renderReceiptPdf(view: ReceiptView, seller: ReceiptSeller): Promise<Buffer> {
  const pdf = openPdf({
    title: `Everything Card receipt ${view.receiptNumber}`,
    createdAt: view.paidAt,
    page: PAGE,
    margin: MARGIN_PT,
  });
  const output = collectChunks(pdf);
  drawReceipt(pdf, view, seller);
  pdf.end();
  return output;
}

/** A page that lists a year's receipts, followed by the receipts themselves, each on pages of its own. */
export async function renderStatementPdf(statement: Statement, seller: ReceiptSeller): Promise<Buffer> {
  const { createdAt, account, receipts } = statement;
  const name = documentName({ ...account, firstname: account.name });
  const facts = buildStatementFacts({ ...statement, account: { ...account, name } }, seller);
  const pdf = openPdf({ title: `Everything Card ${facts.title}`, createdAt, page: PAGE, margin: MARGIN_PT });
  const output = collectChunks(pdf);
  drawHeader(pdf, facts.title);
  drawParties(pdf, facts);
  drawAmounts(pdf, facts);
  for (const receipt of receipts) {
    pdf.addPage();
    drawReceipt(pdf, receipt, seller);
  }
  pdf.end();
  return output;
}

function drawReceipt(pdf: Pdf, view: ReceiptView, seller: ReceiptSeller): void {
  const facts = buildReceiptFacts(withPrintableNames(view), seller);
  drawHeader(pdf, facts.title);
  drawParties(pdf, facts);
  drawAbout(pdf, facts);
  drawAmounts(pdf, facts);
  drawNotes(pdf, facts);
}

/** Replaces the buyer's name if our fonts lack its letters. */
function withPrintableNames(view: ReceiptView): ReceiptView {
  const { buyer, delivery } = view;
  const toDocumentName = (firstname: string) => documentName({ ...buyer, firstname });
  const [recipient = '', ...address] = delivery?.to ?? [];
  return {
    ...view,
    buyer: { ...buyer, name: toDocumentName(buyer.name) },
    delivery: delivery && { ...delivery, to: [toDocumentName(recipient), ...address] },
  };
}

async function collectChunks(pdf: Pdf): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of pdf) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

/**
 * Draws a paragraph and moves the cursor below it. It fills the width between the margins unless `style` has
 * a width.
 */
function writeParagraph(pdf: Pdf, text: string, style: Partial<TextBox> = {}): void {
  const page: TextBox = {
    x: MARGIN_PT,
    y: pdf.y,
    width: CONTENT_WIDTH_PT,
    size: 11,
    weight: 400,
    color: COLORS.ink,
  };
  pdf.y = drawText(pdf, text, { ...page, ...style });
}

function drawRule(pdf: Pdf, y: number, color: string, width: number): void {
  pdf
    .moveTo(MARGIN_PT, y)
    .lineTo(PAGE.width - MARGIN_PT, y)
    .lineWidth(width)
    .strokeColor(color)
    .stroke();
}

function drawHeader(pdf: Pdf, title: string): void {
  pdf.rect(0, 0, PAGE.width, HEADER_HEIGHT_PT).fill(COLORS.brand);
  drawAwning(pdf);
  element(pdf, 'P', () =>
    writeParagraph(pdf, 'Everything Card', { y: 26, size: 22, weight: 700, color: COLORS.white }),
  );
  element(pdf, 'H1', () =>
    writeParagraph(pdf, title, { y: 30, size: 16, weight: 700, color: COLORS.white, align: 'right' }),
  );
  pdf.y = HEADER_HEIGHT_PT + 42;
}

/** Draws the awning of the site's header, with a round end to each stripe. */
function drawAwning(pdf: Pdf): void {
  const width = PAGE.width / STRIPE_COUNT;
  const stripeLengthPt = 6;
  for (let i = 0; i < STRIPE_COUNT; i++) {
    const x = i * width;
    const bottom = HEADER_HEIGHT_PT + stripeLengthPt;
    pdf
      .rect(x, HEADER_HEIGHT_PT, width, stripeLengthPt)
      .moveTo(x, bottom)
      .bezierCurveTo(x, bottom + width * 0.66, x + width, bottom + width * 0.66, x + width, bottom)
      .fill(i % 2 === 0 ? COLORS.accent : COLORS.paleStripe);
  }
}

/** Draws the seller and the buyer side by side. */
function drawParties(pdf: Pdf, { parties }: Pick<ReceiptFacts, 'parties'>): void {
  drawColumns(pdf, parties, ({ heading, lines: [name = '', ...otherLines] }, box) => {
    element(pdf, 'H2', () => writeParagraph(pdf, heading, { ...box, size: 9, color: COLORS.soft }));
    element(pdf, 'P', () => {
      writeParagraph(pdf, name, { x: box.x, width: box.width, weight: 700 });
      for (const line of otherLines) writeParagraph(pdf, line, { x: box.x, width: box.width });
    });
  });
  pdf.y += 6;
}

type Column = Pick<TextBox, 'x' | 'y' | 'width'>;

/** Draws items in two columns, row by row. */
function drawColumns<Item>(pdf: Pdf, items: Item[], draw: (item: Item, column: Column) => void): void {
  const gapPt = 24;
  const width = (CONTENT_WIDTH_PT - gapPt) / 2;
  for (let i = 0; i < items.length; i += 2) {
    const y = pdf.y;
    const columnBottoms = items.slice(i, i + 2).map((item, column) => {
      draw(item, { x: MARGIN_PT + column * (width + gapPt), y, width });
      return pdf.y;
    });
    pdf.y = Math.max(...columnBottoms) + 10;
  }
}

function drawAbout(pdf: Pdf, { about }: ReceiptFacts): void {
  drawColumns(pdf, about, ({ label, value }, column) => {
    element(pdf, 'P', () => {
      writeParagraph(pdf, label, { ...column, size: 9, color: COLORS.soft });
      writeParagraph(pdf, value, { x: column.x, width: column.width, weight: 700 });
    });
  });
  pdf.y += 8;
}

function drawAmounts(
  pdf: Pdf,
  { lines, total, settled }: Pick<ReceiptFacts, 'lines' | 'total' | 'settled'>,
): void {
  for (const { label, value } of lines) drawAmount(pdf, label, value, { rule: COLORS.line });
  drawAmount(pdf, total.label, total.value, { rule: COLORS.ink, isTotal: true });
  for (const { label, value } of settled) drawAmount(pdf, label, value, { rule: COLORS.line });
  pdf.y += 14;
}

function drawAmount(
  pdf: Pdf,
  label: string,
  value: string,
  { rule, isTotal = false }: { rule: string; isTotal?: boolean },
): void {
  const style: Partial<TextBox> = isTotal ? { size: 15, weight: 700 } : { size: 11 };
  if (pdf.y > CONTENT_BOTTOM_PT - 60) pdf.addPage();
  drawRule(pdf, pdf.y, rule, isTotal ? 1.5 : 0.75);
  const y = pdf.y + 9;
  let endY = y;
  element(pdf, 'P', () => {
    writeParagraph(pdf, label, { ...style, y, width: CONTENT_WIDTH_PT - AMOUNT_WIDTH_PT - 16 });
    endY = pdf.y;
    const x = PAGE.width - MARGIN_PT - AMOUNT_WIDTH_PT;
    writeParagraph(pdf, value, { ...style, x, y, width: AMOUNT_WIDTH_PT, align: 'right', weight: 700 });
    endY = Math.max(endY, pdf.y);
  });
  pdf.y = endY + 7;
}

function drawNotes(pdf: Pdf, { notes }: ReceiptFacts): void {
  drawRule(pdf, pdf.y, COLORS.line, 0.75);
  pdf.y += 16;
  for (const { heading, text, link } of notes) {
    if (pdf.y > CONTENT_BOTTOM_PT - 60) pdf.addPage();
    element(pdf, 'H2', () => writeParagraph(pdf, heading, { size: 10.5, weight: 700 }));
    element(pdf, 'P', () => writeParagraph(pdf, text, { size: 10.5, color: COLORS.soft }));
    if (link) {
      element(pdf, 'P', () =>
        writeParagraph(pdf, link.label, { size: 10.5, color: COLORS.brand, link: link.url }),
      );
    }
    pdf.y += 10;
  }
}
