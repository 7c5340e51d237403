import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import {
  allowBootScript,
  type CriticalAssets,
  inlineCriticalAssets,
  readCriticalAssets,
} from '#server/app/site/critical-assets.ts';
import { temporaryFolder } from '#tests/helpers/temporary-folder.ts';

const folder = temporaryFolder();
const BOOT = 'go("$&");';
const TEMPLATE = [
  '<head><script src="/assets/boot-1a.js"></script>',
  '<script type="module" crossorigin src="/assets/index-1.js"></script>',
  '<link rel="modulepreload" crossorigin href="/assets/a.js">',
  '<link rel="stylesheet" crossorigin href="/assets/app.css">',
  '<link rel="stylesheet" crossorigin href="/assets/page.css">',
  '<link rel="stylesheet" crossorigin href="/assets/other.css"></head>',
  '<body><main>Words</main></body>',
].join('\n');
let assets: CriticalAssets;

beforeAll(async () => {
  await mkdir(join(folder(), 'assets'));
  await writeFile(join(folder(), 'assets/boot-1a.js'), `${BOOT}\n`);
  for (const name of ['app', 'page']) await writeFile(join(folder(), `assets/${name}.css`), `.${name}{}\n`);
  const template = TEMPLATE.replace(/.*(page|other)\.css.*\n/g, '');
  assets = await readCriticalAssets(folder(), template, ['/assets/page.css']);
});

test('a document contains styles and the boot script in order, and other scripts after the text', () => {
  const document = inlineCriticalAssets(TEMPLATE, assets);
  expect(document).toContain(`<head><script>${BOOT}</script>`);
  expect(document).toMatch(
    /<style data-href="\/assets\/app\.css">\.app\{\}<\/style>\s*<style data-href="\/assets\/page\.css">\.page\{\}<\/style>/,
  );
  expect(document).toContain('<link rel="stylesheet" crossorigin href="/assets/other.css">');
  expect(document.match(/(main>|index-1\.js|modulepreload)/g)).toEqual([
    'main>',
    'main>',
    'index-1.js',
    'modulepreload',
  ]);
});

test('the content security policy allows the boot script by its hash', () => {
  const hash = createHash('sha256').update(BOOT).digest('base64');
  const policy = "default-src 'self';script-src 'self' https://js.example;object-src 'none'";
  expect(allowBootScript(policy, assets)).toBe(
    `default-src 'self';script-src 'self' 'sha256-${hash}' https://js.example;object-src 'none'`,
  );
  expect(allowBootScript(policy, { ...assets, bootScript: null })).toBe(policy);
});
