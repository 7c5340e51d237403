import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Plugin, Rolldown } from 'vite';

type Bundle = Record<string, Rolldown.OutputChunk | Rolldown.OutputAsset>;
type IsChunk = (chunk: Rolldown.OutputChunk) => boolean;

/**
 * Returns the file names of the first chunk that `isWanted` accepts, of the chunks that it imports
 * statically, and of their stylesheets.
 */
function collectBundleFiles(isWanted: IsChunk, bundle: Bundle): Set<string> {
  const fileNames = new Set<string>();
  const addFile = (file: Bundle[string] | undefined) => {
    if (file?.type !== 'chunk' || fileNames.has(file.fileName)) return;
    fileNames.add(file.fileName);
    for (const style of file.viteMetadata?.importedCss ?? []) fileNames.add(style);
    for (const name of file.imports) addFile(bundle[name]);
  };
  addFile(Object.values(bundle).find((file) => file.type === 'chunk' && isWanted(file)));
  return fileNames;
}

const workerPath = new URL('../service-worker.js', import.meta.url);
/** The card page loads these modules lazily, so index.html doesn't list them. */
const CARD_PAGE_MODULES = [
  /web\/pages\/user-page\.tsx$/,
  /web\/layouts\/header\/mobile-menu\.tsx$/,
  /web\/features\/accounts\/account-actions\.tsx$/,
  /server\/lib\/qr-code\.ts$/,
];

function findHtmlAssetPaths(html: string): string[] {
  return [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, file = '']) => file);
}

function findModuleFiles(modulePattern: RegExp, bundle: Bundle): string[] {
  const files = collectBundleFiles((chunk) => chunk.moduleIds.some((id) => modulePattern.test(id)), bundle);
  if (files.size === 0) throw new Error(`Nothing of the card's page matches ${modulePattern}`);
  return [...files].map((name) => `/${name}`);
}

/** Adds web/service-worker.js to the build, with the list of files that the card page needs offline. */
export function offlineCard(): Plugin {
  return {
    name: 'offline-card',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const htmlFile = bundle['index.html'];
        const html = htmlFile?.type === 'asset' ? String(htmlFile.source) : '';
        const htmlAssetPaths = findHtmlAssetPaths(html);
        const entryFile = Object.values(bundle).find(
          (file) => file.type === 'chunk' && file.isEntry,
        )?.fileName;
        if (entryFile === undefined || !htmlAssetPaths.includes(`/${entryFile}`)) {
          throw new Error('The document does not name the entry');
        }
        const files = [
          ...new Set([
            ...htmlAssetPaths,
            ...CARD_PAGE_MODULES.flatMap((part) => findModuleFiles(part, bundle)),
          ]),
        ];
        const version = createHash('sha256').update(html).update(files.join()).digest('hex').slice(0, 12);
        const workerCode = readFileSync(workerPath, 'utf8')
          .replace('__VERSION__', version)
          .replace('__FILES__', JSON.stringify(files))
          .replace('__ENTRY__', `/${entryFile}`);
        this.emitFile({ type: 'asset', fileName: 'service-worker.js', source: workerCode });
      },
    },
  };
}
