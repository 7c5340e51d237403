import { MAX_SIGNATURE_LENGTH, MAX_SIGNATURE_SIZE } from '#server/domains/affiliates/signature.schema.ts';

/** Dark in both color schemes, because the signature is stored on a white background. */
export const INK = '#14211c';

/** Returns canvas pixels per CSS pixel: as sharp as the screen, within the server's size limit. */
export function computePixelRatio(width: number, height: number, deviceRatio: number): number {
  const { width: maxWidth, height: maxHeight } = MAX_SIGNATURE_SIZE;
  return Math.min(Math.max(deviceRatio, 1), maxWidth / Math.max(width, 1), maxHeight / Math.max(height, 1));
}

/** Matches the canvas to the screen's resolution. This also clears the canvas. */
export function resizeCanvas(canvas: HTMLCanvasElement): void {
  const { offsetWidth: width, offsetHeight: height } = canvas;
  const ratio = computePixelRatio(width, height, window.devicePixelRatio);
  canvas.width = Math.floor(width * ratio);
  canvas.height = Math.floor(height * ratio);
  canvas.getContext('2d')?.scale(ratio, ratio);
}

/** Exports a PNG. Halves its width and height until it fits the server's limit. */
export function exportImage(canvas: HTMLCanvasElement): string {
  const image = canvas.toDataURL('image/png');
  if (image.length <= MAX_SIGNATURE_LENGTH || canvas.width < 2) return image;
  const smallerCanvas = document.createElement('canvas');
  smallerCanvas.width = Math.floor(canvas.width / 2);
  smallerCanvas.height = Math.floor(canvas.height / 2);
  smallerCanvas.getContext('2d')?.drawImage(canvas, 0, 0, smallerCanvas.width, smallerCanvas.height);
  return exportImage(smallerCanvas);
}

const SCRIPT_FONT =
  '"Snell Roundhand", "Segoe Script", "Bradley Hand", "Brush Script MT", "Apple Chancery", "URW Chancery L", cursive';
const SHEET_SIZE = { width: 900, height: 260, margin: 40, fontSize: 110 };

/** Renders a name in a handwriting font, shrunk to fit. Returns '' for an empty name. */
export function renderName(name: string): string {
  const text = name.trim();
  if (text === '') return '';
  const canvas = document.createElement('canvas');
  canvas.width = SHEET_SIZE.width;
  canvas.height = SHEET_SIZE.height;
  const context = canvas.getContext('2d');
  if (context === null) return '';
  const scriptFont = (size: number) => `italic ${size}px ${SCRIPT_FONT}`;
  context.font = scriptFont(SHEET_SIZE.fontSize);
  const availableWidth = SHEET_SIZE.width - 2 * SHEET_SIZE.margin;
  context.font = scriptFont(
    SHEET_SIZE.fontSize * Math.min(1, availableWidth / context.measureText(text).width),
  );
  context.fillStyle = INK;
  context.textBaseline = 'middle';
  context.fillText(text, SHEET_SIZE.margin, SHEET_SIZE.height / 2);
  return exportImage(canvas);
}
