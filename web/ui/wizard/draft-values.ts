import { isContainer } from '#web/ui/form/value-paths.ts';

function omitPath(container: unknown, keys: readonly string[]): unknown {
  const [key, ...rest] = keys;
  if (key === undefined || !isContainer(container)) return container;
  if (key === '*' && Array.isArray(container)) return container.map((item) => omitPath(item, rest));
  if (!(key in container)) return container;
  const entries = Object.entries(container).flatMap(([name, value]) => {
    if (name !== key) return [[name, value] as const];
    return rest.length === 0 ? [] : [[name, omitPath(value, rest)] as const];
  });
  return Object.fromEntries(entries);
}

/** Returns a copy without the given paths. '*' matches every list item, as in 'employees.*.taxNumber'. */
export function withoutPaths(values: object, paths: readonly string[]): unknown {
  return paths.reduce<unknown>((remaining, path) => omitPath(remaining, path.split('.')), values);
}

function hasSameType(a: unknown, b: unknown): boolean {
  if (a === null || b === null) return true;
  return typeof a === typeof b && Array.isArray(a) === Array.isArray(b);
}

/**
 * Merges a draft into the initial values. Fields that the draft lacks, or has with another type, keep their
 * initial value: drafts omit secrets and may come from an older release.
 */
export function mergeDraft<V extends object>(initial: V, draft: unknown): V {
  if (!isContainer(draft) || Array.isArray(draft)) return initial;
  const mergedEntries = Object.entries(initial).flatMap(([key, initialValue]) => {
    if (!Object.hasOwn(draft, key)) return [];
    const storedValue: unknown = Reflect.get(draft, key);
    if (!hasSameType(initialValue, storedValue)) return [];
    const isNested = isContainer(initialValue) && !Array.isArray(initialValue) && isContainer(storedValue);
    return [[key, isNested ? mergeDraft(initialValue, storedValue) : storedValue] as const];
  });
  return { ...initial, ...Object.fromEntries(mergedEntries) };
}
