import { formatCardDate } from '../../../lib/dates.ts';
import { formatMembershipNumber } from '../../../lib/membership-number.ts';
import { computeQrModules } from '../../../lib/qr-code.ts';
import { drawAwning, drawMark } from '../../../platform/media/pdf-brand.ts';
import { PDF_COLORS as COLORS, openPdf, type Pdf, pdfElement } from '../../../platform/media/pdf-document.ts';
import {
  drawFittedText,
  drawText,
  measureHeight,
  sizeToFit,
  type TextBox,
} from '../../../platform/media/pdf-text.ts';

export interface SheetCard {
  /** 12 characters, without hyphens. */
  number: string;
  planName: string;
  holder: string;
  /** The other names on a family card. An empty one is only counted. */
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

/** In points, like all lengths in this file. An inch has 72 points. */
const PAPER = { letter: { width: 612, height: 792 }, a4: { width: 595.28, height: 841.89 } };
/** The size of a bank card, 85.6 by 53.98 mm. */
const CARD_SIZE = { width: 242.65, height: 153.01 };
const CARD_GAP = 18;
const COLUMNS = 2;
const ROWS = 4;
const CARDS_PER_PAGE = COLUMNS * ROWS;
const MARGIN = 40;
const PADDING = 12;
/** The green background of the awning, the mark, and our name. */
const BAND_HEIGHT = 40;
const MARK_WIDTH = 20;
const QR_SIZE = 78;

/** Streams a PDF of cards to print and cut out, eight per page. */
export async function* streamCardSheetPdf(sheet: CardSheet): AsyncGenerator<Uint8Array> {
  const page = PAPER[sheet.paper];
  const pdf = openPdf({
    title: sheet.title,
    createdAt: sheet.printedAt,
    page,
    margin: MARGIN,
  });
  const pageCount = Math.max(1, Math.ceil(sheet.cards.length / CARDS_PER_PAGE));
  for (let pageIndex = 0; pageIndex < pageCount; pageIndex++) {
    if (pageIndex > 0) pdf.addPage();
    drawHeader(pdf, page.width, sheet, `Page ${pageIndex + 1} of ${pageCount}`);
    const cards = sheet.cards.slice(pageIndex * CARDS_PER_PAGE, (pageIndex + 1) * CARDS_PER_PAGE);
    for (const [position, card] of cards.entries()) drawCard(pdf, card, findCorner(position, page));
    yield* drainPdf(pdf);
  }
  pdf.end();
  for await (const chunk of pdf) yield Buffer.from(chunk);
}

function* drainPdf(pdf: Pdf): Generator<Uint8Array> {
  for (let chunk: unknown = pdf.read(); chunk !== null; chunk = pdf.read()) {
    if (chunk instanceof Uint8Array) yield chunk;
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

function findCorner(position: number, page: { width: number; height: number }): Corner {
  const gridWidth = COLUMNS * CARD_SIZE.width + (COLUMNS - 1) * CARD_GAP;
  const gridHeight = ROWS * CARD_SIZE.height + (ROWS - 1) * CARD_GAP;
  return {
    x: (page.width - gridWidth) / 2 + (position % COLUMNS) * (CARD_SIZE.width + CARD_GAP),
    y: (page.height - gridHeight) / 2 + 12 + Math.floor(position / COLUMNS) * (CARD_SIZE.height + CARD_GAP),
  };
}

function drawCard(pdf: Pdf, card: SheetCard, { x, y }: Corner): void {
  drawCutMarks(pdf, { x, y });
  pdf.rect(x, y, CARD_SIZE.width, BAND_HEIGHT).fill(COLORS.brand);
  const brandY = y + drawAwning(pdf, { x, y, width: CARD_SIZE.width });
  drawMark(pdf, {
    x: x + PADDING,
    y: brandY + (y + BAND_HEIGHT - brandY - MARK_WIDTH) / 2,
    width: MARK_WIDTH,
  });
  const content = { x: x + PADDING, width: CARD_SIZE.width - 2 * PADDING };
  const textColumn = { x: content.x, width: content.width - QR_SIZE - 8 };
  const qr = { x: x + CARD_SIZE.width - PADDING - QR_SIZE, y: y + BAND_HEIGHT + 8 };
  const writeText = (text: string, box: Partial<TextBox> & { y: number; size: number }) =>
    drawText(pdf, text, { ...textColumn, weight: 700, color: COLORS.ink, maxLines: 1, ...box });
  const writeLabel = (text: string, top: number, box: Partial<TextBox> = {}) =>
    writeText(text, { y: top, size: 6.5, weight: 400, color: COLORS.soft, ...box });

  const number = formatMembershipNumber(card.number);
  pdfElement(pdf, 'P', () => {
    writeText('Everything Card', {
      x: content.x + MARK_WIDTH + 6,
      width: content.width - MARK_WIDTH - 6,
      y: brandY + 5,
      size: 13,
      color: COLORS.white,
    });
    writeLabel('ID', y + 47);
    // Shrink the number until it fits. Letter widths vary, and the number must not be cut off.
    const size = sizeToFit(pdf, number, { width: textColumn.width - 1, size: 14, weight: 700 });
    writeText(number, { y: y + 55, size });
    writeLabel(card.familyNames.length > 0 ? 'Names on Card' : 'Member', y + 78);
    drawNames(pdf, card, { ...textColumn, y: y + 86 });
    writeLabel('Plan', y + 124);
    writeText(card.planName, { y: y + 132, size: 9.5 });
    writeLabel('Expires', y + 124, { x: textColumn.x + 70 });
    writeText(formatCardDate(card.expiresAt), { x: textColumn.x + 70, y: y + 132, size: 9.5 });
    writeLabel('Scan to check this card', y + 130, { x: qr.x, width: QR_SIZE });
  });
  drawQr(pdf, card, qr);
}

/** The height of the names, and of the holder's name on a family card. */
const NAMES_HEIGHT = 37;
const FAMILY_HOLDER_HEIGHT = 18;
/** Smaller names of a family could not be read, so the rest of them is counted instead. */
const MIN_FAMILY_SIZE = 5.5;

/** Draws the holder's full name, and as many names of the family as fit. */
function drawNames(pdf: Pdf, { holder, familyNames }: SheetCard, place: Corner & { width: number }): void {
  const hasFamily = familyNames.length > 0;
  const bottom = place.y + NAMES_HEIGHT;
  const height = hasFamily ? FAMILY_HOLDER_HEIGHT : NAMES_HEIGHT;
  const box = { ...place, color: COLORS.ink };
  const familyY = drawFittedText(pdf, holder, { ...box, size: 9.5, weight: 700, height });
  if (!hasFamily) return;
  const familyBox: TextBox & { height: number } = {
    ...box,
    y: familyY,
    size: 7,
    weight: 400,
    height: bottom - familyY,
  };
  const printedNames = familyNames.filter((name) => name !== '');
  const fits = (count: number) =>
    measureHeight(pdf, listFamily(familyNames, count), { ...familyBox, size: MIN_FAMILY_SIZE }) <=
    familyBox.height;
  let count = printedNames.length;
  while (count > 0 && !fits(count)) count--;
  drawFittedText(pdf, listFamily(familyNames, count), familyBox);
}

/** For example, 'Ann Lee, Bob Lee, 2 more'. */
function listFamily(familyNames: readonly string[], count: number): string {
  const names = familyNames.filter((name) => name !== '').slice(0, count);
  const rest = familyNames.length - names.length;
  return [...names, ...(rest > 0 ? [`${rest} more`] : [])].join(', ');
}

/** Draws adjacent dark squares of a row as one rectangle, because a PDF may contain hundreds of QR codes. */
function drawQr(pdf: Pdf, { verificationUrl, number }: SheetCard, { x: left, y: top }: Corner): void {
  const rows = computeQrModules(verificationUrl);
  const squareSize = QR_SIZE / rows.length;
  const alt = `QR code that opens the verification page for ${formatMembershipNumber(number)}`;
  const draw = () => {
    for (const [y, row] of rows.entries()) {
      for (let start = 0; start < row.length; start++) {
        let end = start;
        while (row[end]) end++;
        if (end > start)
          pdf.rect(left + start * squareSize, top + y * squareSize, (end - start) * squareSize, squareSize);
        start = end;
      }
    }
    pdf.fill('#000000');
  };
  pdf.addStructure(pdf.struct('Figure', { alt }, draw));
}

const CUT_MARK = { away: 2, length: 5 };

function drawCutMarks(pdf: Pdf, { x, y }: Corner): void {
  for (const [cornerX, directionX] of [
    [x, -1],
    [x + CARD_SIZE.width, 1],
  ] as const) {
    for (const [cornerY, directionY] of [
      [y, -1],
      [y + CARD_SIZE.height, 1],
    ] as const) {
      const toInnerEnd = (at: number, direction: number) => at + direction * CUT_MARK.away;
      const toOuterEnd = (at: number, direction: number) =>
        at + direction * (CUT_MARK.away + CUT_MARK.length);
      pdf.moveTo(toInnerEnd(cornerX, directionX), cornerY).lineTo(toOuterEnd(cornerX, directionX), cornerY);
      pdf.moveTo(cornerX, toInnerEnd(cornerY, directionY)).lineTo(cornerX, toOuterEnd(cornerY, directionY));
    }
  }
  pdf.lineWidth(0.5).strokeColor(COLORS.soft).stroke();
}
