import { matchesAny } from './imports.ts';
import type { SourceFile } from './source-files.ts';

const KEBAB = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

export function tooLongFiles(files: SourceFile[], limit: number): string[] {
  return files.filter(({ lines }) => lines > limit).map(({ path, lines }) => `${path}: ${lines} lines`);
}

/**
 * Lists files with a name or a folder that isn't kebab case. `exceptions` are files with another naming rule.
 */
export function misnamedFiles(
  paths: string[],
  exceptions: ReadonlyArray<{ files: string; name: RegExp }>,
): string[] {
  return paths.filter((path) => {
    const parts = path.split('/');
    const file = parts.pop() ?? '';
    const rule = exceptions.find(({ files }) => matchesAny(path, [files]));
    const isWellNamed = rule ? rule.name.test(file) : file.split('.').every((part) => KEBAB.test(part));
    return !isWellNamed || !parts.every((part) => KEBAB.test(part));
  });
}

/** Lists re-exports, and index files that aren't in `allowedIndexes`. */
export function barrels(files: SourceFile[], allowedIndexes: readonly string[] = []): string[] {
  const index = files
    .map(({ path }) => path)
    .filter((path) => /(?:^|\/)index\.tsx?$/.test(path) && !allowedIndexes.includes(path));
  const reexporting = files.flatMap(({ path, reexports }) => reexports.map((text) => `${path}: ${text}`));
  return [...index, ...reexporting];
}

export function defaultExports(files: SourceFile[], allowed: readonly string[]): string[] {
  return files
    .filter(({ path, exportsDefault }) => exportsDefault && !matchesAny(path, allowed))
    .map(({ path }) => path);
}

export function environmentReaders(files: SourceFile[], allowed: readonly string[]): string[] {
  return files
    .filter(({ path, readsEnvironment }) => readsEnvironment && !matchesAny(path, allowed))
    .map(({ path }) => path);
}

/** Lists type assertions, and comments that disable the compiler or the linter. */
export function compilerBypasses(files: SourceFile[]): string[] {
  return files.flatMap(({ path, assertions, silencers }) =>
    [...assertions, ...silencers].map((text) => `${path}: ${text}`),
  );
}
