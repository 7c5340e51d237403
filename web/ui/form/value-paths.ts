/** Form values: plain JSON, with paths such as 'email' or 'members.0.name'. */
export type FormValues = Record<string, unknown>;

export const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;

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

/** Returns a copy with one value changed, sharing everything else with the original. */
export function withValueAt<V extends object>(values: V, path: string, value: unknown): V {
  const [top = '', ...rest] = path.split('.');
  return { ...values, [top]: replaced(Reflect.get(values, top), rest, () => value) };
}
