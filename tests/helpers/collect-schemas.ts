import { z } from 'zod';

/**
 * Collects a schema and everything in it: the fields of objects, the items of lists, the options of unions.
 */
export function collectSchemas(value: unknown, found = new Set<z.core.$ZodType>()): Set<z.core.$ZodType> {
  if (typeof value !== 'object' || value === null) return found;
  if (!(value instanceof z.core.$ZodType)) {
    for (const inner of Object.values(value)) collectSchemas(inner, found);
    return found;
  }
  // Transforms and checks run only on values that their schema accepted.
  if (found.has(value) || value instanceof z.core.$ZodTransform) return found;
  found.add(value);
  collectSchemas({ ...value._zod.def, checks: [] }, found);
  return found;
}
