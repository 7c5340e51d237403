import { basename, matchesGlob } from 'node:path';
import type { Import, SourceFile } from './source-files.ts';

/** What the files of a room may take from the project's other files. Types follow values; `types` come on top. */
export interface RoomRule {
  files: readonly string[];
  except?: readonly string[];
  values: readonly string[];
  types?: readonly string[];
}

/** Which files alone may take values from a package. Types are free. */
export interface PackageRule {
  packages: readonly string[];
  files: readonly string[];
  except?: readonly string[];
}

export interface DomainRules {
  folder: string;
  /** From the lowest to the highest: a domain takes from those before it. */
  domains: readonly string[];
  /** From the lowest to the highest: within a domain a file takes from its own slot and those before it. */
  slots: readonly string[];
  /** The one file that takes the domains' highest slot. */
  root: string;
  /** What one domain may take from another. */
  offered: readonly string[];
  /** Not bound by this: tests look into everything. */
  except: readonly string[];
}

export function matchesAny(path: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => matchesGlob(path, pattern));
}

function eachImport(
  files: SourceFile[],
  judge: (file: SourceFile, one: Import) => string | undefined,
): string[] {
  return files.flatMap((file) =>
    file.imports.flatMap((one) => {
      const objection = judge(file, one);
      return objection ? [`${file.path} takes ${one.target}: ${objection}`] : [];
    }),
  );
}

/** Every rule that fits a file binds it. */
export function roomViolations(files: SourceFile[], rules: readonly RoomRule[]): string[] {
  return rules.flatMap((rule) => {
    const bound = files.filter(
      ({ path }) => matchesAny(path, rule.files) && !matchesAny(path, rule.except ?? []),
    );
    return eachImport(bound, (_file, { target, isPackage, typeOnly }) => {
      if (isPackage || matchesAny(target, rule.values)) return undefined;
      if (typeOnly && matchesAny(target, rule.types ?? [])) return undefined;
      return `not among what ${rule.files.join(', ')} may take`;
    });
  });
}

export function packageViolations(files: SourceFile[], rules: readonly PackageRule[]): string[] {
  return eachImport(files, ({ path }, { target, isPackage, typeOnly }) => {
    const rule = rules.find(({ packages }) => matchesAny(target, packages));
    if (!isPackage || typeOnly || !rule) return undefined;
    if (matchesAny(path, rule.except ?? [])) return `not for ${rule.except?.join(', ')}`;
    return matchesAny(path, rule.files) ? undefined : `its values belong to ${rule.files.join(', ')}`;
  });
}

interface Place {
  domain: string;
  rank: number;
}

function placeOf(path: string, { folder, domains, slots }: DomainRules): Place | undefined {
  const [top, domain = ''] = path.split('/');
  if (top !== folder || !domains.includes(domain)) return undefined;
  const slot = basename(path).split('.').at(-2) ?? '';
  return { domain, rank: slots.indexOf(slot) };
}

function domainObjection(from: Place | undefined, to: Place, path: string, one: Import, rules: DomainRules) {
  const highest = rules.slots.length - 1;
  if (path === rules.root) return undefined;
  if (from?.domain === to.domain && from.rank >= 0) {
    return to.rank > from.rank ? `a ${rules.slots[from.rank]} is below a ${rules.slots[to.rank]}` : undefined;
  }
  if (to.rank === highest) return `only ${rules.root} takes a ${rules.slots[highest]}`;
  if (from?.domain === to.domain) return undefined;
  // What a repository finds has a name, which services hand on.
  if (to.rank === 0 && !one.typeOnly) return `a ${rules.slots[0]} belongs to its own domain`;
  if (!from) return undefined;
  if (rules.domains.indexOf(to.domain) > rules.domains.indexOf(from.domain)) {
    return `${to.domain} comes after ${from.domain}`;
  }
  return matchesAny(one.target, rules.offered) || one.typeOnly ? undefined : 'not offered to other domains';
}

/** Domains in their order, and within one: router, service, repository. */
export function domainViolations(files: SourceFile[], rules: DomainRules): string[] {
  const bound = files.filter(({ path }) => !matchesAny(path, rules.except));
  return eachImport(bound, ({ path }, one) => {
    const to = one.isPackage ? undefined : placeOf(one.target, rules);
    return to && domainObjection(placeOf(path, rules), to, path, one, rules);
  });
}

/** Other folders are named by alias, neighbours by a relative path, and both with the file's ending. */
export function specifierViolations(files: SourceFile[]): string[] {
  return eachImport(files, ({ path }, { specifier, target, isPackage }) => {
    if (isPackage) return undefined;
    const sameFolder = path.split('/')[0] === target.split('/')[0];
    if (!sameFolder && !specifier.startsWith('#')) return 'another folder is named by its alias';
    return /\.(?:tsx?|css|json|svg|png|webp|woff2)(?:\?\w+)?$/.test(target)
      ? undefined
      : 'without the ending';
  });
}

/** Each cycle once, as the path around it. */
export function importCycles(files: SourceFile[]): string[] {
  const targets = new Map(files.map((file) => [file.path, file.imports.map(({ target }) => target).sort()]));
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (path: string, trail: string[]) => {
    const start = trail.indexOf(path);
    if (start >= 0) cycles.push([...trail.slice(start), path].join(' > '));
    if (start >= 0 || done.has(path)) return;
    for (const target of targets.get(path) ?? []) visit(target, [...trail, path]);
    done.add(path);
  };
  for (const path of targets.keys()) visit(path, []);
  return cycles;
}
