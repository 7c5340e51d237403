import { z } from 'zod';
import { toJsonSchema } from './schemas.ts';

const jsonSchema = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  items: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  format: z.string().optional(),
});

const TEXTS: Record<string, string> = {
  uuid: '00000000-0000-4000-8000-000000000000',
  date: '2026-11-28',
  email: 'zoe@example.com',
};

/** Makes a small value that may match a JSON schema, or undefined if it can't. */
export function makeValue(schema: unknown): unknown {
  const { success, data } = jsonSchema.safeParse(schema);
  if (!success) return undefined;
  if ('const' in data) return data.const;
  if (data.enum) return data.enum[0];
  if (data.anyOf) return data.anyOf.map(makeValue).find((value) => value !== undefined && value !== null);
  const type = Array.isArray(data.type) ? data.type[0] : data.type;
  if (type === 'object') return addMissing({}, schema, () => true);
  if (type === 'array') return [makeValue(data.items)].filter((item) => item !== undefined);
  if (type === 'string') return TEXTS[data.format ?? ''] ?? 'x';
  return { number: 1, integer: 1, boolean: true }[type ?? ''];
}

function addMissing(
  value: Record<string, unknown>,
  schema: unknown,
  isPermitted: (value: Record<string, unknown>) => boolean,
): Record<string, unknown> {
  const { properties = {} } = jsonSchema.safeParse(schema).data ?? {};
  let result = value;
  for (const [name, property] of Object.entries(properties)) {
    if (result[name] !== undefined && result[name] !== null) continue;
    const newValue = makeValue(property);
    if (newValue !== undefined && isPermitted({ ...result, [name]: newValue }))
      result = { ...result, [name]: newValue };
  }
  return result;
}

/** Adds optional fields of the schema as long as the input stays valid. */
export function addOptionalFields(input: unknown, schema: z.ZodType): unknown {
  const object = z.record(z.string(), z.unknown()).safeParse(input);
  if (!object.success) return input;
  return addMissing(object.data, toJsonSchema(schema), (value) => schema.safeParse(value).success);
}
