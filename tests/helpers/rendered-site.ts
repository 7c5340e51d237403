import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { renderPage } from '#web/render.tsx';

const TEMPLATE = '<!doctype html><head><!--head--><!--/head--></head><div id="root"></div>';
const RENDERER = `export const renderPage = (...args) => Reflect.get(globalThis, 'testedRenderer')(...args);`;

/** Writes what a build writes, except assets, and returns the web root. The renderer is the tested source. */
export async function makeRenderedSite(folder: string): Promise<string> {
  Reflect.set(globalThis, 'testedRenderer', renderPage);
  const webRoot = join(folder, 'web');
  await mkdir(webRoot);
  await mkdir(join(folder, 'render'));
  await writeFile(join(webRoot, 'index.html'), TEMPLATE);
  await writeFile(join(folder, 'render', 'render.js'), RENDERER);
  return webRoot;
}
