import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { type FirstPaint, readFirstPaint } from './first-paint.ts';
import type { RenderPage } from './page-rendering.shared.ts';

/** What one page's document names beside what every document does. */
export interface PageFiles {
  scripts: string[];
  styles: string[];
}

/** The web app as `npm run build` leaves it. */
export interface BuiltSite {
  /** Another one with each build. */
  version: string;
  /** The document that every page begins with: an empty root, a general head. */
  template: string;
  pageFiles: Record<string, PageFiles>;
  firstPaint: FirstPaint;
  /** Null where the renderer was not built: pages then come without their HTML, as they did before it. */
  renderPage: RenderPage | null;
}

const pageFilesSchema = z.record(
  z.string(),
  z.object({ scripts: z.array(z.string()), styles: z.array(z.string()) }),
);

/** Reads the built web app in `webRoot`, again after each build; null where there is none. */
export function builtSite(webRoot: string): () => Promise<BuiltSite | null> {
  let last: { version: string; site: Promise<BuiltSite> } | undefined;
  return async () => {
    const built = await stat(join(webRoot, 'index.html')).catch(() => null);
    if (built === null) return null;
    const version = String(built.mtimeMs);
    if (last?.version !== version) last = { version, site: read(webRoot, version) };
    return last.site;
  };
}

async function read(webRoot: string, version: string): Promise<BuiltSite> {
  const [template, files] = await Promise.all([
    readFile(join(webRoot, 'index.html'), 'utf8'),
    readFile(join(webRoot, 'page-files.json'), 'utf8').catch(() => '{}'),
  ]);
  const pageFiles = pageFilesSchema.parse(JSON.parse(files));
  const styles = Object.values(pageFiles).flatMap((own) => own.styles);
  return {
    version,
    template,
    pageFiles,
    firstPaint: await readFirstPaint(webRoot, template, styles),
    renderPage: await loadRenderer(join(webRoot, '../render/render.js'), version),
  };
}

async function loadRenderer(file: string, version: string): Promise<RenderPage | null> {
  if ((await stat(file).catch(() => null)) === null) return null;
  const renderer: { renderPage: RenderPage } = await import(`${pathToFileURL(file).href}?${version}`);
  return renderer.renderPage;
}
