import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import react from '@vitejs/plugin-react';
import sharp from 'sharp';
import { createServer } from 'vite';
import { PICTURE_SIZE, SOCIAL_IMAGE_ALTS } from '#server/app/site/page-metadata.ts';
import { CHROMIUM_ARGS, findChromium } from './chromium.ts';

const WEB = join(import.meta.dirname, '../../web');

// Renders web/public/social from the drawings in web/social. After changing a drawing, run `node
// tests/helpers/draw-social-pictures.ts`.
const vite = await createServer({
  configFile: false,
  root: join(WEB, 'social'),
  plugins: [react()],
  server: { host: '127.0.0.1', port: 0, hmr: false, fs: { allow: [join(WEB, '..')] } },
  logLevel: 'warn',
});
await vite.listen();
const { executablePath, env } = await findChromium();
const browser = await chromium.launch({ executablePath, env: { ...env }, args: CHROMIUM_ARGS });
try {
  const page = await browser.newPage({ viewport: PICTURE_SIZE });
  for (const name of Object.keys(SOCIAL_IMAGE_ALTS)) {
    await page.goto(`${vite.resolvedUrls?.local[0]}?picture=${name}`);
    const frame = page.locator('main');
    await frame.waitFor();
    await page.evaluate(() => document.fonts.ready);
    const png = await sharp(await frame.screenshot())
      .png({ palette: true, colours: 64, dither: 0, compressionLevel: 9, effort: 10 })
      .toBuffer();
    await writeFile(join(WEB, 'public/social', `${name}.png`), png);
    console.log(`${name}.png: ${png.length} bytes`);
  }
} finally {
  await browser.close();
  await vite.close();
}
