import { basename, matchesGlob } from 'node:path';
import type { Import, SourceFile } from './source-files.ts';

/**
 * Limits what the files that match `files`, except those that match `exceptions`, may import from this
 * project: files that match `values` in any way, and files that match `types` only with `import type`.
 */
export interface ImportRule {
  files: readonly string[];
  exceptions?: readonly string[];
  values: readonly string[];
  types?: readonly string[];
}

/**
 * Only `files`, without `exceptions`, may import values from these packages. Type-only imports are always
 * allowed.
 */
export interface PackageRule {
  packages: readonly string[];
  files: readonly string[];
  exceptions?: readonly string[];
}

export interface DomainRules {
  /** The domains' folders, from lowest to highest. A domain may not import from the domains after it. */
  folders: readonly string[];
  /**
   * Parts of file names, such as `service` in `plan.service.ts`, from lowest to highest. Within a domain, a
   * file with one of these parts may not import from files with a later one.
   */
  slots: readonly string[];
  /** The only file outside the domains that may import their highest slots. These rules don't apply to it. */
  root: string;
  /** Files whose values other domains may import. */
  publicFiles: readonly string[];
  /** Files that these rules skip, such as tests. */
  exceptions: readonly string[];
}

export function matchesAny(path: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => matchesGlob(path, pattern));
}

function eachImport(
  files: SourceFile[],
  findViolation: (file: SourceFile, importEntry: Import) => string | undefined,
): string[] {
  return files.flatMap((file) =>
    file.imports.flatMap((importEntry) => {
      const violation = findViolation(file, importEntry);
      return violation ? [`${file.path} imports ${importEntry.target}: ${violation}`] : [];
    }),
  );
}

/** A file must satisfy every rule that matches it. */
export function importRuleViolations(files: SourceFile[], rules: readonly ImportRule[]): string[] {
  return rules.flatMap((rule) => {
    const checkedFiles = files.filter(
      ({ path }) => matchesAny(path, rule.files) && !matchesAny(path, rule.exceptions ?? []),
    );
    return eachImport(checkedFiles, (_file, { target, isPackage, typeOnly }) => {
      if (isPackage || matchesAny(target, rule.values)) return undefined;
      if (typeOnly && matchesAny(target, rule.types ?? [])) return undefined;
      return `not in the list that ${rule.files.join(', ')} may import`;
    });
  });
}

export function packageViolations(files: SourceFile[], rules: readonly PackageRule[]): string[] {
  return eachImport(files, ({ path }, { target, isPackage, typeOnly }) => {
    const rule = rules.find(({ packages }) => matchesAny(target, packages));
    if (!isPackage || typeOnly || !rule) return undefined;
    if (matchesAny(path, rule.exceptions ?? [])) return `not allowed in ${rule.exceptions?.join(', ')}`;
    return matchesAny(path, rule.files) ? undefined : `only ${rule.files.join(', ')} may import its values`;
  });
}

interface Layer {
  domain: string;
  rank: number;
}

function findLayer(path: string, { folders, slots }: DomainRules): Layer | undefined {
  const domain = folders.find((folder) => path.startsWith(`${folder}/`));
  if (!domain) return undefined;
  const slot = basename(path).split('.').at(-2) ?? '';
  return { domain, rank: slots.indexOf(slot) };
}

function findDomainViolation(
  from: Layer | undefined,
  to: Layer,
  path: string,
  importEntry: Import,
  rules: DomainRules,
) {
  const highestRank = rules.slots.length - 1;
  if (path === rules.root) return undefined;
  if (from?.domain === to.domain && from.rank >= 0) {
    return to.rank > from.rank ? `a ${rules.slots[from.rank]} is below a ${rules.slots[to.rank]}` : undefined;
  }
  if (to.rank === highestRank) return `only ${rules.root} may import a ${rules.slots[highestRank]}`;
  if (from?.domain === to.domain) return undefined;
  // Files outside a domain may import its repositories' types, because services return them.
  if (to.rank === 0 && !importEntry.typeOnly) return `a ${rules.slots[0]} is private to its domain`;
  if (!from) return undefined;
  if (rules.folders.indexOf(to.domain) > rules.folders.indexOf(from.domain)) {
    return `${to.domain} comes after ${from.domain}`;
  }
  return matchesAny(importEntry.target, rules.publicFiles) || importEntry.typeOnly
    ? undefined
    : 'not available to other domains';
}

/** Lists imports of files in domains that violate the rules. */
export function domainViolations(files: SourceFile[], rules: DomainRules): string[] {
  const checkedFiles = files.filter(({ path }) => !matchesAny(path, rules.exceptions));
  return eachImport(checkedFiles, ({ path }, importEntry) => {
    const to = importEntry.isPackage ? undefined : findLayer(importEntry.target, rules);
    return to && findDomainViolation(findLayer(path, rules), to, path, importEntry, rules);
  });
}

/**
 * Imports from another top-level folder must use its alias, and every import of a project file must include
 * the file extension.
 */
export function specifierViolations(files: SourceFile[]): string[] {
  return eachImport(files, ({ path }, { specifier, target, isPackage }) => {
    if (isPackage) return undefined;
    const sameFolder = path.split('/')[0] === target.split('/')[0];
    if (!sameFolder && !specifier.startsWith('#')) return 'import another folder by its alias';
    return /\.(?:tsx?|css|json|svg|png|webp|woff2)(?:\?\w+)?$/.test(target)
      ? undefined
      : 'add the file extension';
  });
}

/** Lists import cycles, each as the files along it. May omit cycles that share files with a listed one. */
export function importCycles(files: SourceFile[]): string[] {
  const targets = new Map(files.map((file) => [file.path, file.imports.map(({ target }) => target).sort()]));
  const visited = new Set<string>();
  const cycles: string[] = [];
  const visit = (path: string, trail: string[]) => {
    const start = trail.indexOf(path);
    if (start >= 0) cycles.push([...trail.slice(start), path].join(' > '));
    if (start >= 0 || visited.has(path)) return;
    for (const target of targets.get(path) ?? []) visit(target, [...trail, path]);
    visited.add(path);
  };
  for (const path of targets.keys()) visit(path, []);
  return cycles;
}
