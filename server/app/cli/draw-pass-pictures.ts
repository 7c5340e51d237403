import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

const PICTURES_FOLDER = fileURLToPath(
  new URL('../../platform/integrations/apple-wallet/pictures/', import.meta.url),
);
const PUBLIC_FOLDER = fileURLToPath(new URL('../../../web/public/', import.meta.url));

const SVG_DPI = 72;

/** Renders an SVG file as a PNG, `scale` times its size. */
export async function drawPicture(name: string, scale: number): Promise<Buffer> {
  return sharp(join(PICTURES_FOLDER, `${name}.svg`), { density: SVG_DPI * scale })
    .png({ compressionLevel: 9, palette: true, quality: 95, effort: 10 })
    .toBuffer();
}

/** The images of an Apple Wallet pass. `scale` is pixels per point. */
export const PASS_PICTURES = ['icon', 'logo', 'strip'].flatMap((name) =>
  [1, 2, 3].map((scale) => ({ name, scale, file: scale === 1 ? `${name}.png` : `${name}@${scale}x.png` })),
);

/**
 * The installed app's icons. `size` is in pixels, and `markShare` is the fraction of it that the mark fills.
 * A maskable icon has room around the mark, because a phone crops it to any shape.
 */
export const APP_ICONS = [
  { file: 'icon-192.png', size: 192, markShare: 1 },
  { file: 'icon-512.png', size: 512, markShare: 1 },
  { file: 'maskable-512.png', size: 512, markShare: 0.8 },
  { file: 'apple-touch-icon.png', size: 180, markShare: 1 },
];

/** The background of icon.svg. */
const ICON_BACKGROUND = '#06332a';

async function drawAppIcon({ size, markShare }: (typeof APP_ICONS)[number]): Promise<Buffer> {
  const markSizePx = Math.round((size * markShare) / 2) * 2;
  const marginPx = (size - markSizePx) / 2;
  return sharp(await drawPicture('icon', size / 29))
    .resize(markSizePx, markSizePx)
    .extend({ top: marginPx, bottom: marginPx, left: marginPx, right: marginPx, background: ICON_BACKGROUND })
    .png({ compressionLevel: 9, palette: true, quality: 95, effort: 10 })
    .toBuffer();
}

// Run `node server/app/cli/draw-pass-pictures.ts` after changing an SVG.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const { name, scale, file } of PASS_PICTURES) {
    await writeFile(join(PICTURES_FOLDER, file), await drawPicture(name, scale));
  }
  await writeFile(join(PUBLIC_FOLDER, 'wallet-logo.png'), await drawPicture('icon', 660 / 29));
  for (const icon of APP_ICONS) {
    await writeFile(join(PUBLIC_FOLDER, 'app', icon.file), await drawAppIcon(icon));
  }
}
