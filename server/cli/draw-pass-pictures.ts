import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

const FOLDER = fileURLToPath(new URL('../integrations/apple-wallet/pictures/', import.meta.url));
const WEB = fileURLToPath(new URL('../../web/public/', import.meta.url));

const SVG_DPI = 72;

/** The drawing as a PNG, `scale` times as large as it says of itself. */
export async function drawPicture(name: string, scale: number): Promise<Buffer> {
  return sharp(join(FOLDER, `${name}.svg`), { density: SVG_DPI * scale })
    .png({ compressionLevel: 9, palette: true, quality: 95, effort: 10 })
    .toBuffer();
}

/** What a pass carries (name, pixels a point), and the square logo that Google fetches from our own site. */
export const PASS_PICTURES = ['icon', 'logo', 'strip'].flatMap((name) =>
  [1, 2, 3].map((scale) => ({ name, scale, file: scale === 1 ? `${name}.png` : `${name}@${scale}x.png` })),
);

// Run once whenever a drawing changes: `node server/cli/draw-pass-pictures.ts`.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const { name, scale, file } of PASS_PICTURES) {
    await writeFile(join(FOLDER, file), await drawPicture(name, scale));
  }
  await writeFile(join(WEB, 'wallet-logo.png'), await drawPicture('icon', 660 / 29));
}
