import { readFile } from 'node:fs/promises';
import { join, matchesGlob } from 'node:path';

const FENCED_CODE = /```[\s\S]*?```/g;
const CODE_SPAN = /`([^`\n]+)`/g;
/** A folder (`server/`) or a source file, possibly with wildcards; not a placeholder such as `<noun>.ts`. */
const PATH = /^[\w*][\w.*-]*(?:\/[\w.*-]+)*(?:\/|\.(?:ts|tsx|css|graphql))$/;
/** Created by commands, or part of the data folder. */
const GENERATED = /^(?:dist|bench|DATA_DIR)\//;

/** A path may be written relative to any folder, so it exists if some file ends with it. */
function exists(path: string, files: readonly string[]): boolean {
  const pattern = path.endsWith('/') ? `**/${path}**` : `**/${path}`;
  return files.some((file) => matchesGlob(file, pattern));
}

function pathsIn(text: string): string[] {
  return [...text.replaceAll(FENCED_CODE, '').matchAll(CODE_SPAN)]
    .flatMap(([, code = '']) => code.split(/\s+/))
    .filter((word) => PATH.test(word) && !GENERATED.test(word));
}

/** Paths that a document names in code style and that match no file. */
export async function missingPaths(root: string, documents: readonly string[], files: readonly string[]) {
  const missing = documents.map(async (document) => {
    const paths = new Set(pathsIn(await readFile(join(root, document), 'utf8')));
    return [...paths].filter((path) => !exists(path, files)).map((path) => `${document}: ${path}`);
  });
  return (await Promise.all(missing)).flat();
}
