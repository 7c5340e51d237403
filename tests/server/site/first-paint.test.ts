import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { allowingBoot, type FirstPaint, forFirstPaint, readFirstPaint } from '#server/site/first-paint.ts';
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
let first: FirstPaint;

beforeAll(async () => {
  await mkdir(join(folder(), 'assets'));
  await writeFile(join(folder(), 'assets/boot-1a.js'), `${BOOT}\n`);
  for (const name of ['app', 'page']) await writeFile(join(folder(), `assets/${name}.css`), `.${name}{}\n`);
  const template = TEMPLATE.replace(/.*(page|other)\.css.*\n/g, '');
  first = await readFirstPaint(folder(), template, ['/assets/page.css']);
});

test('[issue 7] what the first paint needs comes in the document, in its order; scripts come after the words', () => {
  const document = forFirstPaint(TEMPLATE, first);
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

test('[issue 7] the content policy names the one script in the document by its hash', () => {
  const hash = createHash('sha256').update(BOOT).digest('base64');
  const policy = "default-src 'self';script-src 'self' https://js.example;object-src 'none'";
  expect(allowingBoot(policy, first)).toBe(
    `default-src 'self';script-src 'self' 'sha256-${hash}' https://js.example;object-src 'none'`,
  );
  expect(allowingBoot(policy, { ...first, boot: null })).toBe(policy);
});
