export type JsonObject = { [key: string]: unknown };

export function isRecord(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the changed fields with their previous values, or undefined if nothing changed. */
export function findPreviousAttributes(before: object, after: object): JsonObject | undefined {
  const previous: JsonObject = {};
  for (const [key, value] of Object.entries(before)) {
    if (JSON.stringify(value) !== JSON.stringify(Reflect.get(after, key))) previous[key] = value;
  }
  return Object.keys(previous).length === 0 ? undefined : previous;
}
