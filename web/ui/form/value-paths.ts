/** Form values are plain JSON, addressed by paths such as 'email' or 'members.0.name'. */
export type FormValues = Record<string, unknown>;

export const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null;

export function getValueAt(values: object, path: string): unknown {
  let current: unknown = values;
  for (const key of path.split('.')) {
    if (!isContainer(current)) return undefined;
    current = Reflect.get(current, key);
  }
  return current;
}

function replaceAt(
  container: unknown,
  keys: readonly string[],
  change: (oldValue: unknown) => unknown,
): unknown {
  const [key, ...rest] = keys;
  if (key === undefined) return change(container);
  const old = isContainer(container) ? Reflect.get(container, key) : undefined;
  const newValue = replaceAt(old, rest, change);
  if (Array.isArray(container))
    return container.map((item, index) => (String(index) === key ? newValue : item));
  return { ...(isContainer(container) ? container : {}), [key]: newValue };
}

/** Returns a copy with one value changed. Unchanged parts are shared with the original. */
export function withValueAt<V extends object>(values: V, path: string, value: unknown): V {
  const [topKey = '', ...rest] = path.split('.');
  return { ...values, [topKey]: replaceAt(Reflect.get(values, topKey), rest, () => value) };
}
