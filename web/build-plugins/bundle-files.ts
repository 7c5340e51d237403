import type { Rolldown } from 'vite';

export type Bundle = Record<string, Rolldown.OutputChunk | Rolldown.OutputAsset>;
type IsChunk = (chunk: Rolldown.OutputChunk) => boolean;

/** A script with all that it takes, and their styles. */
export function filesOf(wanted: IsChunk, bundle: Bundle): Set<string> {
  const found = new Set<string>();
  const take = (file: Bundle[string] | undefined) => {
    if (file?.type !== 'chunk' || found.has(file.fileName)) return;
    found.add(file.fileName);
    for (const style of file.viteMetadata?.importedCss ?? []) found.add(style);
    for (const name of file.imports) take(bundle[name]);
  };
  take(Object.values(bundle).find((file) => file.type === 'chunk' && wanted(file)));
  return found;
}
