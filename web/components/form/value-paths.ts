/** Values as forms hold them: plain JSON, addressed by 'email' or 'members.0.name'. */
export type FormValues = Record<string, unknown>;

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;

export function valueAt(values: object, path: string): unknown {
  let at: unknown = values;
  for (const key of path.split('.')) {
    if (!isContainer(at)) return undefined;
    at = Reflect.get(at, key);
  }
  return at;
}

function replaced(container: unknown, keys: readonly string[], change: (old: unknown) => unknown): unknown {
  const [key, ...rest] = keys;
  if (key === undefined) return change(container);
  const old = isContainer(container) ? Reflect.get(container, key) : undefined;
  const next = replaced(old, rest, change);
  if (Array.isArray(container)) return container.map((item, index) => (String(index) === key ? next : item));
  return { ...(isContainer(container) ? container : {}), [key]: next };
}

/** A copy with one value changed; everything beside the path is shared with the original. */
export function withValueAt<V extends object>(values: V, path: string, value: unknown): V {
  const [top = '', ...rest] = path.split('.');
  return { ...values, [top]: replaced(Reflect.get(values, top), rest, () => value) };
}

function omitted(container: unknown, keys: readonly string[]): unknown {
  const [key, ...rest] = keys;
  if (key === undefined || !isContainer(container)) return container;
  if (key === '*' && Array.isArray(container)) return container.map((item) => omitted(item, rest));
  if (!(key in container)) return container;
  const entries = Object.entries(container).flatMap(([name, value]) => {
    if (name !== key) return [[name, value] as const];
    return rest.length === 0 ? [] : [[name, omitted(value, rest)] as const];
  });
  return Object.fromEntries(entries);
}

/** A copy without the named paths; '*' stands for every item of a list: 'employees.*.taxNumber'. */
export function withoutPaths(values: object, secret: readonly string[]): unknown {
  return secret.reduce<unknown>((left, path) => omitted(left, path.split('.')), values);
}

function sameKind(a: unknown, b: unknown): boolean {
  if (a === null || b === null) return true;
  return typeof a === typeof b && Array.isArray(a) === Array.isArray(b);
}

/**
 * The initial values with a draft laid over them. What the draft lacks (secrets, fields added since) keeps its
 * initial value, and what has another kind than expected is left out: a draft may be from an older release.
 */
export function mergedWithDraft<V extends object>(initial: V, draft: unknown): V {
  if (!isContainer(draft) || Array.isArray(draft)) return initial;
  const kept = Object.entries(initial).flatMap(([key, start]) => {
    if (!Object.hasOwn(draft, key)) return [];
    const stored: unknown = Reflect.get(draft, key);
    if (!sameKind(start, stored)) return [];
    const nested = isContainer(start) && !Array.isArray(start) && isContainer(stored);
    return [[key, nested ? mergedWithDraft(start, stored) : stored] as const];
  });
  return { ...initial, ...Object.fromEntries(kept) };
}
