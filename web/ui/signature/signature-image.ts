import { LARGEST_SIGNATURE, LONGEST_SIGNATURE } from '#server/affiliates/signature.schema.ts';

/** Dark on a white sheet, whatever the page's colours: what is stored is read on paper. */
export const INK = '#14211c';

/** How many of the canvas's own pixels lie in one of the page's: sharp on every screen, but no larger than is taken. */
export function pixelRatio(width: number, height: number, ofScreen: number): number {
  const { width: widest, height: highest } = LARGEST_SIGNATURE;
  return Math.min(Math.max(ofScreen, 1), widest / Math.max(width, 1), highest / Math.max(height, 1));
}

/** Gives the canvas as many pixels as its place on the screen has; it is empty afterwards. */
export function sharpen(canvas: HTMLCanvasElement): void {
  const { offsetWidth: width, offsetHeight: height } = canvas;
  const ratio = pixelRatio(width, height, window.devicePixelRatio);
  canvas.width = Math.floor(width * ratio);
  canvas.height = Math.floor(height * ratio);
  canvas.getContext('2d')?.scale(ratio, ratio);
}

/** The canvas as a PNG that the server takes: halved as often as it is too heavy. */
export function imageOf(canvas: HTMLCanvasElement): string {
  const image = canvas.toDataURL('image/png');
  if (image.length <= LONGEST_SIGNATURE || canvas.width < 2) return image;
  const smaller = document.createElement('canvas');
  smaller.width = Math.floor(canvas.width / 2);
  smaller.height = Math.floor(canvas.height / 2);
  smaller.getContext('2d')?.drawImage(canvas, 0, 0, smaller.width, smaller.height);
  return imageOf(smaller);
}

const SCRIPT =
  '"Snell Roundhand", "Segoe Script", "Bradley Hand", "Brush Script MT", "Apple Chancery", "URW Chancery L", cursive';
const SHEET = { width: 900, height: 260, margin: 40, size: 110 };

/** A name written out in a hand, as large as the sheet allows; empty for no name. */
export function writtenName(name: string): string {
  const text = name.trim();
  if (text === '') return '';
  const canvas = document.createElement('canvas');
  canvas.width = SHEET.width;
  canvas.height = SHEET.height;
  const context = canvas.getContext('2d');
  if (context === null) return '';
  const inHand = (size: number) => `italic ${size}px ${SCRIPT}`;
  context.font = inHand(SHEET.size);
  const room = SHEET.width - 2 * SHEET.margin;
  context.font = inHand(SHEET.size * Math.min(1, room / context.measureText(text).width));
  context.fillStyle = INK;
  context.textBaseline = 'middle';
  context.fillText(text, SHEET.margin, SHEET.height / 2);
  return imageOf(canvas);
}
