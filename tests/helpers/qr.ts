import decodeQr from 'qr/decode.js';

/** Parses the dark squares from a QR code's SVG path. */
export function darkSquares(path: string): Array<{ column: number; row: number }> {
  const squares = path.matchAll(/M(\d+) (\d+)h1v1h-1z/g);
  return Array.from(squares, ([, column, row]) => ({ column: Number(column), row: Number(row) }));
}

interface Picture {
  width: number;
  height: number;
  /** One byte per pixel, row by row: 0 is black, 255 is white. */
  luma: Uint8Array;
}

/** Paints the QR code in black, centered on a white image, as a camera would see it. */
export function paintQr(path: string, modules: number, width: number, height = width): Picture {
  const luma = new Uint8Array(width * height).fill(255);
  const scale = Math.floor(Math.min(width, height) / (modules + 8));
  const leftOffset = Math.floor((width - modules * scale) / 2);
  const topOffset = Math.floor((height - modules * scale) / 2);
  for (const { column, row } of darkSquares(path)) {
    for (let line = 0; line < scale; line++) {
      const start = (topOffset + row * scale + line) * width + leftOffset + column * scale;
      luma.fill(0, start, start + scale);
    }
  }
  return { width, height, luma };
}

export function readQr(code: Element): string {
  const modules = Number(code.getAttribute('viewBox')?.split(' ')[2]);
  const path = code.querySelector('path')?.getAttribute('d') ?? '';
  const { width, height, luma } = paintQr(path, modules, (modules + 8) * 4);
  const data = new Uint8Array(luma.length * 4);
  luma.forEach((brightness, pixel) => {
    data.fill(brightness, pixel * 4, pixel * 4 + 4);
  });
  return decodeQr({ width, height, data });
}
