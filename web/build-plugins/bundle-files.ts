import type { Rolldown } from 'vite';

export type Bundle = Record<string, Rolldown.OutputChunk | Rolldown.OutputAsset>;
type IsChunk = (chunk: Rolldown.OutputChunk) => boolean;

/** The files of a chunk, of its static imports, and of their styles. */
export function filesOf(isWanted: IsChunk, bundle: Bundle): Set<string> {
  const names = new Set<string>();
  const add = (file: Bundle[string] | undefined) => {
    if (file?.type !== 'chunk' || names.has(file.fileName)) return;
    names.add(file.fileName);
    for (const style of file.viteMetadata?.importedCss ?? []) names.add(style);
    for (const name of file.imports) add(bundle[name]);
  };
  add(Object.values(bundle).find((file) => file.type === 'chunk' && isWanted(file)));
  return names;
}
