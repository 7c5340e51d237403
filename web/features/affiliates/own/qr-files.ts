import { drawQr } from '#web/features/memberships/card/qr-drawing.ts';

/** Scanners need a light margin of 4 modules (QR squares) around the code. */
const QUIET_ZONE_MODULES = 4;
/** Large enough to print on a full page. */
const PIXELS_PER_MODULE = 24;

/** Draws the code black on white, including the quiet zone. */
export async function createQrSvg(text: string): Promise<Blob> {
  const { size, path } = await drawQr(text);
  const side = size + 2 * QUIET_ZONE_MODULES;
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${-QUIET_ZONE_MODULES} ${-QUIET_ZONE_MODULES} ${side} ${side}" ` +
    `width="${side * PIXELS_PER_MODULE}" height="${side * PIXELS_PER_MODULE}" shape-rendering="crispEdges">` +
    `<path d="M${-QUIET_ZONE_MODULES} ${-QUIET_ZONE_MODULES}h${side}v${side}h${-side}z" fill="#fff"/><path d="${path}"/></svg>\n`;
  return new Blob([svg], { type: 'image/svg+xml' });
}

export async function createQrPng(text: string): Promise<Blob> {
  const { size, path } = await drawQr(text);
  const side = (size + 2 * QUIET_ZONE_MODULES) * PIXELS_PER_MODULE;
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('No canvas to draw on');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, side, side);
  context.scale(PIXELS_PER_MODULE, PIXELS_PER_MODULE);
  context.translate(QUIET_ZONE_MODULES, QUIET_ZONE_MODULES);
  context.fillStyle = '#000';
  context.fill(new Path2D(path));
  const { promise, resolve, reject } = Promise.withResolvers<Blob>();
  canvas.toBlob((blob) => (blob === null ? reject(new Error('No picture')) : resolve(blob)), 'image/png');
  return promise;
}
