import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { type PageName, pageModule, pageUnder, renderedPageNames } from '../../lib/pages.shared.ts';
import { type CriticalAssets, readCriticalAssets } from './critical-assets.ts';
import type { RenderPage } from './page-rendering.shared.ts';

/** The files that one page's document loads in addition to those in the template. */
export interface PageFiles {
  scripts: string[];
  styles: string[];
}

/** The output of `npm run build`. */
export interface WebBuild {
  /** Unique per build. */
  version: string;
  /** index.html, with an empty root element. */
  template: string;
  pageFiles: Partial<Record<PageName, PageFiles>>;
  criticalAssets: CriticalAssets;
  /** Null if the renderer was not built: documents then come without the page's HTML. */
  renderPage: RenderPage | null;
}

/** The file name of the build manifest, set in vite.config.ts. */
const MANIFEST_FILE = 'manifest.json';
const ENTRY_FILE = 'index.html';

const manifestSchema = z.record(
  z.string(),
  z.object({
    file: z.string(),
    css: z.array(z.string()).default([]),
    imports: z.array(z.string()).default([]),
  }),
);
type Manifest = z.output<typeof manifestSchema>;

/**
 * Returns a function that reads the build in `webRoot` and caches it until the next build. It returns null if
 * there is no build.
 */
export function createWebBuildReader(webRoot: string): () => Promise<WebBuild | null> {
  let lastRead: { version: string; build: Promise<WebBuild> } | undefined;
  return async () => {
    const indexStats = await stat(join(webRoot, ENTRY_FILE)).catch(() => null);
    if (indexStats === null) return null;
    const version = String(indexStats.mtimeMs);
    if (lastRead?.version !== version) lastRead = { version, build: readBuild(webRoot, version) };
    return lastRead.build;
  };
}

async function readBuild(webRoot: string, version: string): Promise<WebBuild> {
  const [template, manifest] = await Promise.all([
    readFile(join(webRoot, ENTRY_FILE), 'utf8'),
    readFile(join(webRoot, MANIFEST_FILE), 'utf8').catch(() => '{}'),
  ]);
  const pageFiles = findPageFiles(JSON.parse(manifest));
  const styles = Object.values(pageFiles).flatMap((files) => files.styles);
  return {
    version,
    template,
    pageFiles,
    criticalAssets: await readCriticalAssets(webRoot, template, styles),
    renderPage: await loadRenderer(join(webRoot, '../render/render.js'), version),
  };
}

/** Returns the files of every rendered page, without those that the entry already loads. */
export function findPageFiles(input: unknown): Partial<Record<PageName, PageFiles>> {
  const manifest = manifestSchema.parse(input);
  const entryFiles = collectFiles(manifest, ENTRY_FILE);
  return Object.fromEntries(
    renderedPageNames.map((name) => {
      const files = [...collectFiles(manifest, pageModule(pageUnder(name)))].filter(
        (file) => !entryFiles.has(file),
      );
      const isStyle = (file: string) => file.endsWith('.css');
      return [name, { scripts: files.filter((file) => !isStyle(file)), styles: files.filter(isStyle) }];
    }),
  );
}

/** Collects the scripts and styles of a chunk and its static imports. */
function collectFiles(manifest: Manifest, key: string, files = new Set<string>()): Set<string> {
  const chunk = manifest[key];
  if (chunk === undefined || files.has(`/${chunk.file}`)) return files;
  for (const file of [chunk.file, ...chunk.css]) files.add(`/${file}`);
  for (const importedKey of chunk.imports) collectFiles(manifest, importedKey, files);
  return files;
}

async function loadRenderer(file: string, version: string): Promise<RenderPage | null> {
  if ((await stat(file).catch(() => null)) === null) return null;
  const renderer: { renderPage: RenderPage } = await import(`${pathToFileURL(file).href}?${version}`);
  return renderer.renderPage;
}
