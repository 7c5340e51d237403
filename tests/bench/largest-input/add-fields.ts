import { z } from 'zod';

const jsonSchema = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  items: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
});

/** Makes a small value that may match a JSON schema, or undefined if it can't. */
function makeValue(schema: unknown): unknown {
  const { success, data } = jsonSchema.safeParse(schema);
  if (!success) return undefined;
  if ('const' in data) return data.const;
  if (data.enum) return data.enum[0];
  if (data.anyOf) return data.anyOf.map(makeValue).find((value) => value !== undefined && value !== null);
  const type = Array.isArray(data.type) ? data.type[0] : data.type;
  if (type === 'object') return addMissing({}, schema, () => true);
  if (type === 'array') return [makeValue(data.items)].filter((item) => item !== undefined);
  return { string: 'x', number: 1, integer: 1, boolean: true }[type ?? ''];
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
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return addMissing(object.data, json, (value) => schema.safeParse(value).success);
}
