import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

interface Size {
  width?: number;
  height?: number;
}

/** Makes an image in one color, half of it transparent if the format supports that. */
export async function makePicture(
  format: 'png' | 'jpeg' | 'webp',
  { width = 40, height = 20, red = 200 }: Size & { red?: number } = {},
): Promise<Buffer> {
  const background = { r: red, g: 30, b: 60, alpha: 1 };
  const canvas = { create: { width, height, channels: 4, background: { ...background, alpha: 0 } } } as const;
  const opaqueHalf = {
    create: { width: Math.ceil(width / 2), height, channels: 4, background },
  } as const;
  const overlay = await sharp(opaqueHalf).png().toBuffer();
  const layers = [{ input: overlay, left: 0, top: 0 }];
  return sharp(canvas).composite(layers).toFormat(format).toBuffer();
}

/** Makes an animation with two frames. */
export async function makeAnimation(format: 'webp' | 'gif'): Promise<Buffer> {
  const frames = await Promise.all([makePicture('png'), makePicture('png', { red: 10 })]);
  return sharp(frames, { join: { animated: true } })
    .toFormat(format)
    .toBuffer();
}

function chunk(type: string, data: Buffer): Buffer {
  const typeAndData = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(typeAndData));
  return Buffer.concat([length, typeAndData, checksum]);
}

/**
 * Makes a black-and-white PNG with `extraChunks` before the image data. Without `isWhite`, it is all black.
 */
export function makePng(
  width: number,
  height: number,
  extraChunks: ReadonlyArray<[string, Buffer]> = [],
  isWhite?: (x: number, y: number) => boolean,
): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(1, 8);
  const rowBytes = Math.ceil(width / 8) + 1;
  const rows = Buffer.alloc(rowBytes * height);
  for (let y = 0; isWhite && y < height; y++) {
    for (let x = 0; x < width; x++) {
      const byteIndex = y * rowBytes + 1 + (x >> 3);
      if (isWhite(x, y)) rows.writeUInt8(rows.readUInt8(byteIndex) | (0x80 >> (x & 7)), byteIndex);
    }
  }
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    ...extraChunks.map(([type, data]) => chunk(type, data)),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Makes a signature like the signature pad's, black lines on white, as a data URL. */
export function makeSignature(width = 300, height = 150): string {
  const png = makePng(width, height, [], (x, y) => (x + 2 * y) % 40 > 3 || x < 20);
  return asDataUrl(png);
}

export const asDataUrl = (png: Uint8Array) => `data:image/png;base64,${Buffer.from(png).toString('base64')}`;
