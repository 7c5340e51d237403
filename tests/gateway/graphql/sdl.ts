import { z } from 'zod';

/** A type's fields, as `name(argument: Type, …): Type`, or an enum's values. */
export type Definitions = Record<string, { kind: 'type' | 'input' | 'enum'; fields: string[] }>;

const BLOCK = /^(type|input|enum) (\w+) \{([^}]*)\}/gm;
const FIELD = /(\w+)(?:\(([^)]*)\))?:\s*([[\]!\w]+)/g;
const ARGUMENT = /(\w+):\s*([[\]!\w]+)/g;

function listFieldLines(body: string): string[] {
  return [...body.matchAll(FIELD)].map(([, name, args, type]) => {
    const list = [...(args ?? '').matchAll(ARGUMENT)].map(
      ([, argument, argumentType]) => `${argument}: ${argumentType}`,
    );
    return `${name}${list.length > 0 ? `(${list.join(', ')})` : ''}: ${type}`;
  });
}

/** Parses the contract without a GraphQL library, so that the check is independent of the server's code. */
export function parseDefinitions(sdl: string): Definitions {
  const withoutDescriptions = sdl.replace(/^\s*#.*$/gm, '').replace(/^"[^"]*"$/gm, '');
  const definitions: Definitions = {};
  for (const [, kind, name = '', body = ''] of withoutDescriptions.matchAll(BLOCK)) {
    if (kind === 'enum') definitions[name] = { kind, fields: body.trim().split(/\s+/) };
    else if (kind === 'type' || kind === 'input') definitions[name] = { kind, fields: listFieldLines(body) };
  }
  return definitions;
}

export const INTROSPECTION = `query {
  __schema {
    types {
      kind name
      enumValues { name }
      inputFields { name type { ...type } }
      fields { name type { ...type } args { name type { ...type } } }
    }
  }
}
fragment type on __Type { kind name ofType { kind name ofType { kind name ofType { kind name } } } }`;

const typeRef = z.object({
  kind: z.string(),
  name: z.string().nullable(),
  get ofType() {
    return typeRef.nullish();
  },
});
const argument = z.object({ name: z.string(), type: typeRef });
const introspection = z.object({
  __schema: z.object({
    types: z.array(
      z.object({
        kind: z.string(),
        name: z.string(),
        enumValues: z.array(z.object({ name: z.string() })).nullable(),
        inputFields: z.array(argument).nullable(),
        fields: z.array(argument.extend({ args: z.array(argument) })).nullable(),
      }),
    ),
  }),
});

function typeText({ kind, name, ofType }: z.infer<typeof typeRef>): string {
  if (!ofType) return name ?? '';
  return kind === 'LIST' ? `[${typeText(ofType)}]` : `${typeText(ofType)}!`;
}

const line = ({ name, type }: z.infer<typeof argument>) => `${name}: ${typeText(type)}`;

/** Reads the definitions from the server's introspection result. */
export function readServedDefinitions(response: unknown): Definitions {
  const served: Definitions = {};
  const { types } = introspection.parse(response).__schema;
  for (const { kind, name, enumValues, inputFields, fields } of types) {
    if (name.startsWith('__') || kind === 'SCALAR') continue;
    if (enumValues) served[name] = { kind: 'enum', fields: enumValues.map((value) => value.name) };
    else if (inputFields) served[name] = { kind: 'input', fields: inputFields.map(line) };
    else if (fields) {
      const lines = fields.map((field) => {
        const list = field.args.map(line);
        return `${field.name}${list.length > 0 ? `(${list.join(', ')})` : ''}: ${typeText(field.type)}`;
      });
      served[name] = { kind: 'type', fields: lines };
    }
  }
  return served;
}
