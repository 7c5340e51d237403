import type { Rolldown } from 'vite';

export type Bundle = Record<string, Rolldown.OutputChunk | Rolldown.OutputAsset>;
type IsChunk = (chunk: Rolldown.OutputChunk) => boolean;

/**
 * Returns the file names of the first chunk that `isWanted` accepts, of the chunks that it imports
 * statically, and of their stylesheets.
 */
export function collectBundleFiles(isWanted: IsChunk, bundle: Bundle): Set<string> {
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
