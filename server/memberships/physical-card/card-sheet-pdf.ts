import { formatCardDate } from '../../lib/dates.ts';
import { formatMembershipNumber } from '../../lib/membership-number.ts';
import { computeQrModules } from '../../lib/qr-code.ts';
import { drawAwning, drawMark } from '../../media/pdf-brand.ts';
import { PDF_COLORS as COLORS, openPdf, type Pdf, pdfElement } from '../../media/pdf-document.ts';
import { drawText, sizeToFit, type TextBox } from '../../media/pdf-text.ts';

export interface SheetCard {
  /** 12 characters, without hyphens. */
  number: string;
  planName: string;
  holder: string;
  /** The other names on a family card. */
  familyNames: string[];
  expiresAt: Date;
  /** The page where anyone can check the card. */
  verificationUrl: string;
}

export interface CardSheet {
  title: string;
  paper: keyof typeof PAPER;
  printedAt: Date;
  cards: SheetCard[];
  /** Printed if there are no cards. */
  emptyText: string;
}

/** In points. An inch has 72 points. */
const PAPER = { letter: { width: 612, height: 792 }, a4: { width: 595.28, height: 841.89 } };
/** The size of a bank card, 85.6 by 53.98 mm, in points. */
const CARD = { width: 242.65, height: 153.01 };
const GAP = 18;
const COLUMNS = 2;
const ROWS = 4;
const CARDS_PER_PAGE = COLUMNS * ROWS;
const MARGIN = 40;
const PADDING = 12;
/** The green ground of the awning, the mark, and our name. */
const BAND = 40;
const MARK = 20;
const QR = 78;

/** Streams a PDF of cards to print and cut out, eight per page. */
export async function* streamCardSheetPdf(sheet: CardSheet): AsyncGenerator<Uint8Array> {
  const page = PAPER[sheet.paper];
  const pdf = await openPdf({
    title: sheet.title,
    createdAt: sheet.printedAt,
    page,
    margin: MARGIN,
  });
  const pages = Math.max(1, Math.ceil(sheet.cards.length / CARDS_PER_PAGE));
  for (let pageIndex = 0; pageIndex < pages; pageIndex++) {
    if (pageIndex > 0) pdf.addPage();
    drawHeader(pdf, page.width, sheet, `Page ${pageIndex + 1} of ${pages}`);
    const cards = sheet.cards.slice(pageIndex * CARDS_PER_PAGE, (pageIndex + 1) * CARDS_PER_PAGE);
    for (const [position, card] of cards.entries()) drawCard(pdf, card, findCorner(position, page));
    yield* drainPdf(pdf);
  }
  pdf.end();
  for await (const chunk of pdf) yield Buffer.from(chunk);
}

function* drainPdf(pdf: Pdf): Generator<Uint8Array> {
  for (let piece: unknown = pdf.read(); piece !== null; piece = pdf.read()) {
    if (piece instanceof Uint8Array) yield piece;
  }
}

function drawHeader(pdf: Pdf, pageWidth: number, sheet: CardSheet, pageText: string): void {
  const line: TextBox = {
    x: MARGIN,
    y: 30,
    width: pageWidth - 2 * MARGIN,
    size: 9,
    weight: 400,
    color: COLORS.soft,
  };
  // Leave room for the page text on the right.
  const titleBox = { ...line, width: line.width - 80, maxLines: 1 };
  pdfElement(pdf, 'H1', () => {
    drawText(pdf, sheet.title, { ...titleBox, weight: 700, color: COLORS.ink });
  });
  pdfElement(pdf, 'P', () => {
    drawText(pdf, pageText, { ...line, align: 'right' });
  });
  const printedText =
    sheet.cards.length > 0 ? 'Print at actual size (100%), then cut along the marks.' : sheet.emptyText;
  pdfElement(pdf, 'P', () => {
    drawText(pdf, printedText, { ...line, y: 44 });
  });
}

interface Corner {
  x: number;
  y: number;
}

function findCorner(place: number, page: { width: number; height: number }): Corner {
  const wide = COLUMNS * CARD.width + (COLUMNS - 1) * GAP;
  const high = ROWS * CARD.height + (ROWS - 1) * GAP;
  return {
    x: (page.width - wide) / 2 + (place % COLUMNS) * (CARD.width + GAP),
    y: (page.height - high) / 2 + 12 + Math.floor(place / COLUMNS) * (CARD.height + GAP),
  };
}

function drawCard(pdf: Pdf, card: SheetCard, { x, y }: Corner): void {
  drawCutMarks(pdf, { x, y });
  pdf.rect(x, y, CARD.width, BAND).fill(COLORS.brand);
  const brandY = y + drawAwning(pdf, { x, y, width: CARD.width });
  drawMark(pdf, { x: x + PADDING, y: brandY + (y + BAND - brandY - MARK) / 2, width: MARK });
  const inner = { x: x + PADDING, width: CARD.width - 2 * PADDING };
  const left = { x: inner.x, width: inner.width - QR - 8 };
  const qr = { x: x + CARD.width - PADDING - QR, y: y + BAND + 8 };
  const write = (text: string, box: Partial<TextBox> & { y: number; size: number }) =>
    drawText(pdf, text, { ...left, weight: 700, color: COLORS.ink, maxLines: 1, ...box });
  const label = (text: string, top: number, box: Partial<TextBox> = {}) =>
    write(text, { y: top, size: 6.5, weight: 400, color: COLORS.soft, ...box });

  const number = formatMembershipNumber(card.number);
  pdfElement(pdf, 'P', () => {
    write('Everything Card', {
      x: inner.x + MARK + 6,
      width: inner.width - MARK - 6,
      y: brandY + 5,
      size: 13,
      color: COLORS.white,
    });
    label('ID', y + 47);
    // Shrink the number until it fits. Letter widths vary, and it must not be cut off.
    const size = sizeToFit(pdf, number, { width: left.width - 1, size: 14, weight: 700 });
    write(number, { y: y + 55, size });
    label(card.familyNames.length > 0 ? 'Names on Card' : 'Member', y + 78);
    const nextY = write(card.holder, { y: y + 86, size: 9.5, maxLines: card.familyNames.length > 0 ? 1 : 2 });
    if (card.familyNames.length > 0) {
      write(card.familyNames.join(', '), { y: nextY, size: 7, weight: 400, maxLines: 2 });
    }
    label('Plan', y + 124);
    write(card.planName, { y: y + 132, size: 9.5 });
    label('Expires', y + 124, { x: left.x + 70 });
    write(formatCardDate(card.expiresAt), { x: left.x + 70, y: y + 132, size: 9.5 });
    label('Scan to check this card', y + 130, { x: qr.x, width: QR });
  });
  drawQr(pdf, card, qr);
}

/** Draws adjacent dark squares of a row as one rectangle, because a PDF may contain hundreds of QR codes. */
function drawQr(pdf: Pdf, { verificationUrl, number }: SheetCard, { x: left, y: top }: Corner): void {
  const rows = computeQrModules(verificationUrl);
  const side = QR / rows.length;
  const alt = `QR code that opens the verification page for ${formatMembershipNumber(number)}`;
  const draw = () => {
    for (const [y, row] of rows.entries()) {
      for (let from = 0; from < row.length; from++) {
        let to = from;
        while (row[to]) to++;
        if (to > from) pdf.rect(left + from * side, top + y * side, (to - from) * side, side);
        from = to;
      }
    }
    pdf.fill('#000000');
  };
  pdf.addStructure(pdf.struct('Figure', { alt }, draw));
}

const CUT_MARK = { away: 2, length: 5 };

function drawCutMarks(pdf: Pdf, { x, y }: Corner): void {
  for (const [cornerX, outX] of [
    [x, -1],
    [x + CARD.width, 1],
  ] as const) {
    for (const [cornerY, outY] of [
      [y, -1],
      [y + CARD.height, 1],
    ] as const) {
      const near = (at: number, out: number) => at + out * CUT_MARK.away;
      const far = (at: number, out: number) => at + out * (CUT_MARK.away + CUT_MARK.length);
      pdf.moveTo(near(cornerX, outX), cornerY).lineTo(far(cornerX, outX), cornerY);
      pdf.moveTo(cornerX, near(cornerY, outY)).lineTo(cornerX, far(cornerY, outY));
    }
  }
  pdf.lineWidth(0.5).strokeColor(COLORS.soft).stroke();
}
