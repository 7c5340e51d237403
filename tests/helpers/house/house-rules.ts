import { matchesAny } from './imports.ts';
import type { SourceFile } from './source-files.ts';

const KEBAB = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

export function tooLong(files: SourceFile[], limit: number): string[] {
  return files.filter(({ lines }) => lines > limit).map(({ path, lines }) => `${path}: ${lines} lines`);
}

/** Folders and files alike; `named` are files whose name follows a rule of its own. */
export function misnamed(paths: string[], named: ReadonlyArray<{ files: string; name: RegExp }>): string[] {
  return paths.filter((path) => {
    const parts = path.split('/');
    const file = parts.pop() ?? '';
    const rule = named.find(({ files }) => matchesAny(path, [files]));
    const wellNamed = rule ? rule.name.test(file) : file.split('.').every((part) => KEBAB.test(part));
    return !wellNamed || !parts.every((part) => KEBAB.test(part));
  });
}

/** A file that hands on what another one exports, or is named as one that does. */
export function barrels(files: SourceFile[], allowedIndexes: readonly string[] = []): string[] {
  const index = files
    .map(({ path }) => path)
    .filter((path) => /(?:^|\/)index\.tsx?$/.test(path) && !allowedIndexes.includes(path));
  const handedOn = files.flatMap(({ path, reexports }) => reexports.map((text) => `${path}: ${text}`));
  return [...index, ...handedOn];
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

/** Where the compiler or the linter is told to believe or be quiet. */
export function silenced(files: SourceFile[]): string[] {
  return files.flatMap(({ path, claims, silencers }) =>
    [...claims, ...silencers].map((text) => `${path}: ${text}`),
  );
}
