import { readFile } from 'node:fs/promises';
import { join, matchesGlob } from 'node:path';

const FENCED_CODE = /```[\s\S]*?```/g;
const CODE_SPAN = /`([^`\n]+)`/g;
/**
 * Matches a folder (`server/`) or a source file, possibly with wildcards, but no placeholder such as
 * `<noun>.ts`.
 */
const PATH = /^[\w*][\w.*-]*(?:\/[\w.*-]+)*(?:\/|\.(?:ts|tsx|css|graphql))$/;
/** Matches paths that commands create, or that are in the data folder. */
const GENERATED = /^(?:dist|bench|DATA_DIR)\//;

/** A document may write a path relative to any folder, so any file whose path ends with it counts. */
function exists(path: string, files: readonly string[]): boolean {
  const pattern = path.endsWith('/') ? `**/${path}**` : `**/${path}`;
  return files.some((file) => matchesGlob(file, pattern));
}

function pathsIn(text: string): string[] {
  return [...text.replaceAll(FENCED_CODE, '').matchAll(CODE_SPAN)]
    .flatMap(([, code = '']) => code.split(/\s+/))
    .filter((word) => PATH.test(word) && !GENERATED.test(word));
}

/** Lists paths that a document shows as code but that match no file. */
export async function missingPaths(root: string, documents: readonly string[], files: readonly string[]) {
  const missing = documents.map(async (document) => {
    const paths = new Set(pathsIn(await readFile(join(root, document), 'utf8')));
    return [...paths].filter((path) => !exists(path, files)).map((path) => `${document}: ${path}`);
  });
  return (await Promise.all(missing)).flat();
}
