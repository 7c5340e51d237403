import fontAddress from '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2?url';
import { drawQr } from '#web/ui/qr-code/qr-drawing.ts';
import { drawStreet } from './share-street.ts';

export interface PictureSize {
  width: number;
  height: number;
}

interface PictureDetails extends PictureSize {
  link: string;
  code: string;
}

/** The light color scheme of web/ui/styles/tokens.css, because an image can't switch color schemes. */
const COLORS = {
  page: '#fffdf8',
  sky: '#fff0c9',
  ink: '#14211c',
  brand: '#0e5546',
  brandPale: '#cfe6dc',
  stripe: '#f1e6c6',
  accent: '#ffc233',
} as const;
const QUIET_ZONE_MODULES = 4;
const HEADLINE = ['One card', 'for all of', 'main street'];

/** The length of the image's shorter side in units. All lengths below are in units. */
const UNITS = 63;

interface Layout {
  headline: { y: number; size: number };
  qr: { right: number; y: number; side: number };
  code: { x: number; y: number; maxWidth: number; align: 'left' | 'center' };
  streetHeight: number;
}

const SQUARE: Layout = {
  headline: { y: 22.5, size: 7.8 },
  qr: { right: 4, y: 41, side: 19 },
  code: { x: 4, y: 44.5, maxWidth: 31, align: 'left' },
  streetHeight: 11,
};
const WIDE: Layout = {
  headline: { y: 26, size: 9.5 },
  qr: { right: 8, y: 10, side: 27 },
  code: { x: 98.5, y: 40.7, maxWidth: 27, align: 'center' },
  streetHeight: 12,
};

/** Draws a PNG of `width` by `height` pixels, with the reference code and a QR code of the link. */
export async function createSharePicture({ width, height, link, code }: PictureDetails): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('No canvas to draw on');
  await loadFont();
  const unit = Math.min(width, height) / UNITS;
  const drawing: Drawing = { context, unit, width: width / unit, height: height / unit };
  const layout = width > height ? WIDE : SQUARE;
  context.scale(unit, unit);
  drawBackground(drawing);
  drawStreet(context, { ...drawing, streetHeight: layout.streetHeight });
  drawLogo(drawing);
  const { y, size } = layout.headline;
  HEADLINE.forEach((line, index) => {
    drawText(drawing, line, { x: 4, y: y + index * size, size, weight: 800, spacing: -0.04 });
  });
  await drawQrCode(drawing, link, layout.qr);
  drawCode(drawing, code, layout.code);
  const { promise, resolve, reject } = Promise.withResolvers<Blob>();
  canvas.toBlob((blob) => (blob === null ? reject(new Error('No picture')) : resolve(blob)), 'image/png');
  return promise;
}

const FONT = 'Share Picture';

/**
 * Loads the font under its own name. The page's font face is optional, so a browser that loaded it late would
 * draw the image with a fallback font.
 */
async function loadFont(): Promise<void> {
  const face = new FontFace(FONT, `url(${fontAddress})`, { weight: '200 800' });
  document.fonts.add(await face.load());
}

interface Drawing {
  context: CanvasRenderingContext2D;
  /** Pixels per unit. The width and height are in units. */
  unit: number;
  width: number;
  height: number;
}

/** Draws the sky, and an awning along the top edge. */
function drawBackground({ context, width, height }: Drawing): void {
  const sky = context.createLinearGradient(0, 0, 0, height);
  sky.addColorStop(0, COLORS.page);
  sky.addColorStop(0.85, COLORS.sky);
  context.fillStyle = sky;
  context.fillRect(0, 0, width, height);
  const stripeCount = 2 * Math.round(width / 6);
  const stripeWidth = width / stripeCount;
  for (let index = 0; index < stripeCount; index++) {
    context.fillStyle = index % 2 === 0 ? COLORS.brand : COLORS.stripe;
    context.beginPath();
    context.rect(index * stripeWidth, 0, stripeWidth, 2.5);
    context.arc((index + 0.5) * stripeWidth, 2.5, stripeWidth / 2, 0, Math.PI);
    context.fill();
  }
}

type Box = [color: string, x: number, y: number, width: number, height: number, radii: number | number[]];

/** The shapes of the logo in web/ui/logo.tsx, in the logo's own units. */
const MARK: readonly Box[] = [
  [COLORS.brand, 6, 14, 36, 29, 6],
  [COLORS.brandPale, 11, 31.75, 15, 2.5, 1.25],
  [COLORS.brandPale, 11, 36.25, 10, 2.5, 1.25],
  [COLORS.accent, 31.5, 31.5, 7, 7, 3.5],
  [COLORS.accent, 4, 5, 10, 19, [4, 0, 5, 5]],
  [COLORS.stripe, 14, 5, 10, 19, [0, 0, 5, 5]],
  [COLORS.accent, 24, 5, 10, 19, [0, 0, 5, 5]],
  [COLORS.stripe, 34, 5, 10, 19, [0, 4, 5, 5]],
];

function drawLogo(drawing: Drawing): void {
  const { context } = drawing;
  context.save();
  context.translate(3.4, 6.3);
  context.scale(0.15, 0.15);
  for (const [color, ...box] of MARK) {
    context.fillStyle = color;
    context.beginPath();
    context.roundRect(...box);
    context.fill();
  }
  context.restore();
  drawText(drawing, 'Everything Card', { x: 11.4, y: 11.3, size: 3.4, weight: 800, spacing: -0.03 });
}

async function drawQrCode(
  { context, unit, width }: Drawing,
  link: string,
  { right, y, side }: Layout['qr'],
): Promise<void> {
  const { size, path } = await drawQr(link);
  const scale = side / (size + 2 * QUIET_ZONE_MODULES);
  context.save();
  context.translate(width - side - right, y);
  context.fillStyle = '#fff';
  context.shadowColor = 'rgb(20 33 28 / 20%)';
  context.shadowBlur = 1.4 * unit;
  context.shadowOffsetY = 0.5 * unit;
  context.beginPath();
  context.roundRect(0, 0, side, side, side / 14);
  context.fill();
  context.shadowColor = 'transparent';
  context.translate(QUIET_ZONE_MODULES * scale, QUIET_ZONE_MODULES * scale);
  context.scale(scale, scale);
  context.fillStyle = '#000';
  context.fill(new Path2D(path));
  context.restore();
}

function drawCode(drawing: Drawing, code: string, { x, y, maxWidth, align }: Layout['code']): void {
  const { context, unit } = drawing;
  drawText(drawing, 'My reference code', { x, y, size: 2.4, weight: 600, align });
  setFont(drawing, { size: 4, weight: 800 });
  const padding = 1;
  const fullWidth = context.measureText(code).width / unit;
  // Shrink a long code.
  const scale = Math.min(1, (maxWidth - 2 * padding) / fullWidth);
  const width = fullWidth * scale + 2 * padding;
  const left = align === 'center' ? x - width / 2 : x;
  const box = { y: y + 1.1, height: 5.2 };
  context.fillStyle = COLORS.accent;
  context.beginPath();
  context.roundRect(left, box.y, width, box.height, 1);
  context.fill();
  const size = 4 * scale;
  const baseline = box.y + box.height / 2 + 0.35 * size;
  drawText(drawing, code, { x: left + padding, y: baseline, size, weight: 800 });
}

interface TextStyle {
  size: number;
  weight: number;
  /** The space between letters, relative to the font size. */
  spacing?: number;
}

function setFont({ context, unit }: Drawing, { size, weight, spacing = 0 }: TextStyle): void {
  context.font = `${weight} ${size * unit}px "${FONT}"`;
  context.letterSpacing = `${spacing * size * unit}px`;
}

/**
 * Draws in pixels instead of units, because browsers space the letters of a small, scaled-up font unevenly.
 */
function drawText(
  drawing: Drawing,
  text: string,
  { x, y, align = 'left', ...style }: TextStyle & { x: number; y: number; align?: CanvasTextAlign },
): void {
  const { context, unit } = drawing;
  context.save();
  context.resetTransform();
  setFont(drawing, style);
  context.textAlign = align;
  context.fillStyle = COLORS.ink;
  context.fillText(text, x * unit, y * unit);
  context.restore();
}
