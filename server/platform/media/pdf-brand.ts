import { BRAND_MARK, CARD_AWNING } from './brand-mark.shared.ts';
import type { Pdf } from './pdf-document.ts';

/** The card's colors on screens. Its background is green. */
const COLORS = {
  bright: '#ffc233',
  paleStripe: '#fffdf8',
  pale: '#f1e6c6',
  card: '#1b8064',
  lines: '#cfe6dc',
};

interface Place {
  /** In points, from the top left corner of the page. */
  x: number;
  y: number;
  width: number;
}

/** Draws the striped awning at the top of a card, and returns its height. */
export function drawAwning(pdf: Pdf, { x, y, width }: Place): number {
  const stripe = width * CARD_AWNING.stripe;
  const drop = width * CARD_AWNING.drop;
  const radius = stripe / 2;
  const count = Math.round(width / stripe);
  const draw = (color: string, first: number) => {
    for (let index = first; index < count; index += 2) {
      const leftX = x + index * stripe;
      pdf.path(`M${leftX} ${y}h${stripe}v${drop}a${radius} ${radius} 0 0 1 ${-stripe} 0z`);
    }
    pdf.fill(color);
  };
  draw(COLORS.bright, 0);
  draw(COLORS.paleStripe, 1);
  return drop + radius;
}

/** Draws our mark in colors for a green background. */
export function drawMark(pdf: Pdf, { x, y, width }: Place): void {
  const { size, card, lines, sun, stripes } = BRAND_MARK;
  pdf
    .save()
    .translate(x, y)
    .scale(width / size);
  pdf.roundedRect(card.x, card.y, card.width, card.height, card.radius).fill(COLORS.card);
  pdf.path(lines.path).lineWidth(lines.width).lineCap('round').stroke(COLORS.lines);
  pdf.circle(sun.x, sun.y, sun.radius).fill(COLORS.bright);
  for (const [index, stripe] of stripes.entries()) {
    pdf.path(stripe).fill(index % 2 === 0 ? COLORS.bright : COLORS.pale);
  }
  pdf.restore();
}
