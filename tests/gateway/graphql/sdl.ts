import { z } from 'zod';

/** A type as lines of its fields, `name(argument: Type, …): Type`, or of its enum's values. */
export type Definitions = Record<string, { kind: 'type' | 'input' | 'enum'; fields: string[] }>;

const BLOCK = /^(type|input|enum) (\w+) \{([^}]*)\}/gm;
const FIELD = /(\w+)(?:\(([^)]*)\))?:\s*([[\]!\w]+)/g;
const ARGUMENT = /(\w+):\s*([[\]!\w]+)/g;

function fieldLines(body: string): string[] {
  return [...body.matchAll(FIELD)].map(([, name, given, type]) => {
    const list = [...(given ?? '').matchAll(ARGUMENT)].map(([, one, its]) => `${one}: ${its}`);
    return `${name}${list.length > 0 ? `(${list.join(', ')})` : ''}: ${type}`;
  });
}

/** Reads the contract's text without any GraphQL library, so that it is judged by nothing that serves it. */
export function definitionsOf(sdl: string): Definitions {
  const plain = sdl.replace(/^\s*#.*$/gm, '').replace(/^"[^"]*"$/gm, '');
  const found: Definitions = {};
  for (const [, kind, name = '', body = ''] of plain.matchAll(BLOCK)) {
    if (kind === 'enum') found[name] = { kind, fields: body.trim().split(/\s+/) };
    else if (kind === 'type' || kind === 'input') found[name] = { kind, fields: fieldLines(body) };
  }
  return found;
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

function written({ kind, name, ofType }: z.infer<typeof typeRef>): string {
  if (!ofType) return name ?? '';
  return kind === 'LIST' ? `[${written(ofType)}]` : `${written(ofType)}!`;
}

const line = ({ name, type }: z.infer<typeof argument>) => `${name}: ${written(type)}`;

/** The same lines from what the running server says of itself. */
export function definitionsServed(answer: unknown): Definitions {
  const served: Definitions = {};
  const { types } = introspection.parse(answer).__schema;
  for (const { kind, name, enumValues, inputFields, fields } of types) {
    if (name.startsWith('__') || kind === 'SCALAR') continue;
    if (enumValues) served[name] = { kind: 'enum', fields: enumValues.map((value) => value.name) };
    else if (inputFields) served[name] = { kind: 'input', fields: inputFields.map(line) };
    else if (fields) {
      const lines = fields.map((field) => {
        const list = field.args.map(line);
        return `${field.name}${list.length > 0 ? `(${list.join(', ')})` : ''}: ${written(field.type)}`;
      });
      served[name] = { kind: 'type', fields: lines };
    }
  }
  return served;
}
