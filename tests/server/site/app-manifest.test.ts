import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { findPage } from '#server/app/site/page-lookup.ts';

const PUBLIC = new URL('../../../web/public/', import.meta.url);
const readPublic = (path: string) => readFile(new URL(path.replace(/^\//, ''), PUBLIC));

const manifest = z
  .object({
    name: z.literal('Everything Card'),
    short_name: z.string().max(15),
    start_url: z.string(),
    scope: z.literal('/'),
    display: z.literal('standalone'),
    icons: z.array(z.object({ src: z.string(), sizes: z.string(), purpose: z.string().optional() })),
    shortcuts: z.array(z.object({ name: z.string(), url: z.string() })),
  })
  .parse(JSON.parse((await readPublic('/app/manifest.webmanifest')).toString()));

describe('the web app manifest', () => {
  test('starts at the page that opens offline, and its shortcuts lead to pages', () => {
    expect(findPage(manifest.start_url)).toBe('user');
    expect(manifest.shortcuts.map(({ url }) => findPage(url))).toEqual(['user', 'savings', 'verifyCard']);
  });

  test('names icons of the sizes that phones install, one of them maskable', async () => {
    expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose ?? 'any'}`)).toEqual([
      '192x192 any',
      '512x512 any',
      '512x512 maskable',
    ]);
    for (const { src, sizes } of manifest.icons) {
      const { width, height, hasAlpha } = await sharp(await readPublic(src)).metadata();
      expect(`${width}x${height}`).toBe(sizes);
      expect(hasAlpha).toBe(false);
    }
  });

  test('is linked from every document, with an icon for Apple devices', async () => {
    const html = await readFile(new URL('../index.html', PUBLIC), 'utf8');
    expect(html).toContain('<link rel="manifest" href="/app/manifest.webmanifest" />');
    const [, icon = ''] = /rel="apple-touch-icon" href="([^"]+)"/.exec(html) ?? [];
    expect(await sharp(await readPublic(icon)).metadata()).toMatchObject({ width: 180, height: 180 });
  });
});
