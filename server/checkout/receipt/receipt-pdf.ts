import { PDF_COLORS as COLORS, pdfElement as element, openPdf, type Pdf } from '../../media/pdf-document.ts';
import { drawText, type TextBox } from '../../media/pdf-text.ts';
import type { ReceiptView } from './receipt.schema.ts';
import { buildReceiptFacts, type ReceiptFacts, type SellerContact } from './receipt-facts.ts';

/** Letter paper, in points. An inch has 72 points. */
const PAGE = { width: 612, height: 792 };
const MARGIN = 54;
const WIDTH = PAGE.width - 2 * MARGIN;
const BOTTOM = PAGE.height - MARGIN;
const AMOUNT_WIDTH = 150;
const HEADER_HEIGHT = 84;

/** The PDF has embedded fonts, and tags for screen readers. */
export async function renderReceiptPdf(view: ReceiptView, support: SellerContact): Promise<Buffer> {
  const facts = buildReceiptFacts(view, support);
  const pdf = await openPdf({
    title: `Everything Card receipt ${view.purchaseNumber}`,
    createdAt: view.paidAt,
    page: PAGE,
    margin: MARGIN,
  });
  const output = collectChunks(pdf);
  drawHeader(pdf, facts.title);
  drawAbout(pdf, facts);
  drawAmounts(pdf, facts);
  drawNotes(pdf, facts);
  pdf.end();
  return output;
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
function write(pdf: Pdf, text: string, style: Partial<TextBox> = {}): void {
  const page: TextBox = { x: MARGIN, y: pdf.y, width: WIDTH, size: 11, weight: 400, color: COLORS.ink };
  pdf.y = drawText(pdf, text, { ...page, ...style });
}

function drawRule(pdf: Pdf, y: number, color: string, width: number): void {
  pdf
    .moveTo(MARGIN, y)
    .lineTo(PAGE.width - MARGIN, y)
    .lineWidth(width)
    .strokeColor(color)
    .stroke();
}

function drawHeader(pdf: Pdf, title: string): void {
  pdf.rect(0, 0, PAGE.width, HEADER_HEIGHT).fill(COLORS.brand);
  pdf.rect(0, HEADER_HEIGHT, PAGE.width, 4).fill(COLORS.accent);
  element(pdf, 'P', () =>
    write(pdf, 'Everything Card', { y: 30, size: 22, weight: 700, color: COLORS.white }),
  );
  element(pdf, 'H1', () =>
    write(pdf, title, { y: 35, size: 14, weight: 700, color: COLORS.white, align: 'right' }),
  );
  pdf.y = HEADER_HEIGHT + 32;
}

/** Draws the labels and values in two columns. */
function drawAbout(pdf: Pdf, { about }: ReceiptFacts): void {
  const gap = 24;
  const width = (WIDTH - gap) / 2;
  for (let i = 0; i < about.length; i += 2) {
    const topY = pdf.y;
    const columnBottoms = about.slice(i, i + 2).map(({ label, value }, column) => {
      const x = MARGIN + column * (width + gap);
      element(pdf, 'P', () => {
        write(pdf, label, { x, y: topY, width, size: 9, color: COLORS.soft });
        write(pdf, value, { x, width, weight: 700 });
      });
      return pdf.y;
    });
    pdf.y = Math.max(...columnBottoms) + 10;
  }
  pdf.y += 8;
}

function drawAmounts(pdf: Pdf, { lines, total, settled }: ReceiptFacts): void {
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
  if (pdf.y > BOTTOM - 60) pdf.addPage();
  drawRule(pdf, pdf.y, rule, isTotal ? 1.5 : 0.75);
  const y = pdf.y + 9;
  let endY = y;
  element(pdf, 'P', () => {
    write(pdf, label, { ...style, y, width: WIDTH - AMOUNT_WIDTH - 16 });
    endY = pdf.y;
    const x = PAGE.width - MARGIN - AMOUNT_WIDTH;
    write(pdf, value, { ...style, x, y, width: AMOUNT_WIDTH, align: 'right', weight: 700 });
    endY = Math.max(endY, pdf.y);
  });
  pdf.y = endY + 7;
}

function drawNotes(pdf: Pdf, { notes }: ReceiptFacts): void {
  drawRule(pdf, pdf.y, COLORS.line, 0.75);
  pdf.y += 16;
  for (const { heading, text, url } of notes) {
    if (pdf.y > BOTTOM - 60) pdf.addPage();
    element(pdf, 'H2', () => write(pdf, heading, { size: 10.5, weight: 700 }));
    element(pdf, 'P', () => write(pdf, text, { size: 10.5, color: COLORS.soft }));
    if (url) {
      element(pdf, 'P', () => write(pdf, url, { size: 10.5, color: COLORS.brand, link: url }));
    }
    pdf.y += 10;
  }
}
