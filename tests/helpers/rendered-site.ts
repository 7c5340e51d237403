import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { renderPage } from '#web/render.tsx';

const TEMPLATE = '<!doctype html><head><!--head--><!--/head--></head><div id="root"></div>';
const RENDERER = `export const renderPage = (...args) => Reflect.get(globalThis, 'testedRenderer')(...args);`;

/** Writes a build's files except the assets, with the renderer under test. Returns the web root. */
export async function makeRenderedSite(folder: string): Promise<string> {
  Reflect.set(globalThis, 'testedRenderer', renderPage);
  const webRoot = join(folder, 'web');
  await mkdir(webRoot);
  await mkdir(join(folder, 'render'));
  await writeFile(join(webRoot, 'index.html'), TEMPLATE);
  await writeFile(join(folder, 'render', 'render.js'), RENDERER);
  return webRoot;
}
