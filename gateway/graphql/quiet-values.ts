import { createGraphQLError, type Plugin } from 'graphql-yoga';

/** Where GraphQL's own messages begin to quote what was sent. */
const QUOTES =
  /(?: got invalid value | has invalid (?:default )?value| cannot represent |(?<=\?) found: |[.,] found:? |Unexpected )/i;
const PATH = / at "([\w.[\]]+)"/g;
const TOKEN = /Unexpected (\w+|"[^"\w]+")/;

/**
 * What GraphQL says of a document or of variables that do not fit the schema, without the values that it quotes: one
 * of them may be a tax number (DESIGN D7). Type, variable and path stay.
 */
export function withoutValues(message: string): string {
  const [said = '', ...quoted] = message.split(QUOTES);
  if (quoted.length === 0) return message;
  if (said.startsWith('Variable ')) {
    const path = [...message.matchAll(PATH)].at(-1)?.[1];
    return `${said} got an invalid value${path ? ` at "${path}"` : ''}.`;
  }
  if (message.includes(' cannot represent ')) return `${said} cannot represent the given value.`;
  if (said === 'Syntax Error: ') return `${said}Unexpected ${TOKEN.exec(message)?.[1] ?? 'token'}.`;
  return said.endsWith('?') ? said : `${said}.`;
}

/** Our own refusals say how they are to be read; GraphQL's say nothing, or that the document is at fault. */
const ITS_OWN: ReadonlyArray<unknown> = [
  undefined,
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'BAD_USER_INPUT',
];

/** Keeps what was sent out of GraphQL's own messages. */
export function quietValuesPlugin(): Plugin {
  return {
    onResultProcess: ({ result, setResult }) => {
      const results = Array.isArray(result) ? result : [result];
      for (const one of results) {
        if (!('errors' in one) || !one.errors) continue;
        const errors = one.errors.map((error) => {
          if (!ITS_OWN.includes(error.extensions?.code)) return error;
          const { nodes, source, positions, path, extensions } = error;
          return createGraphQLError(withoutValues(error.message), {
            nodes: nodes ?? null,
            source: source ?? null,
            positions: positions ?? null,
            path: path ?? null,
            extensions,
          });
        });
        setResult({ ...one, errors });
      }
    },
  };
}
