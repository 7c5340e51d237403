import type { ExecutionResult } from 'graphql';
import { createGraphQLError, isAsyncIterable, type Plugin } from 'graphql-yoga';

/** Matches the phrase that precedes the client's value in graphql-js error messages. */
const QUOTE_START =
  /(?: got invalid value | has invalid (?:default )?value| cannot represent |(?<=\?) found: |[.,] found:? |Unexpected )/i;
const INPUT_PATH = / at "([\w.[\]]+)"/g;
const UNEXPECTED_TOKEN = /Unexpected (\w+|"[^"\w]+")/;

/** Removes the client's values from graphql-js error messages, because a value may be a tax number (D7). */
export function redactValues(message: string): string {
  const [text = '', ...quoted] = message.split(QUOTE_START);
  if (quoted.length === 0) return message;
  if (text.startsWith('Variable ')) {
    const path = [...message.matchAll(INPUT_PATH)].at(-1)?.[1];
    return `${text} got an invalid value${path ? ` at "${path}"` : ''}.`;
  }
  if (message.includes(' cannot represent ')) return `${text} cannot represent the given value.`;
  if (text === 'Syntax Error: ')
    return `${text}Unexpected ${UNEXPECTED_TOKEN.exec(message)?.[1] ?? 'token'}.`;
  return text.endsWith('?') ? text : `${text}.`;
}

/** Error codes that graphql-js and Yoga set themselves. */
const GRAPHQL_CODES: ReadonlyArray<unknown> = [
  undefined,
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'BAD_USER_INPUT',
];

export function redactErrors(result: ExecutionResult): ExecutionResult {
  if (!result.errors) return result;
  const errors = result.errors.map((error) => {
    if (!GRAPHQL_CODES.includes(error.extensions?.code)) return error;
    const { nodes, source, positions, path, extensions } = error;
    return createGraphQLError(redactValues(error.message), {
      nodes: nodes ?? null,
      source: source ?? null,
      positions: positions ?? null,
      path: path ?? null,
      extensions,
    });
  });
  return { ...result, errors };
}

export function redactValuesPlugin(): Plugin {
  return {
    onResultProcess: ({ result, setResult }) => {
      if (Array.isArray(result) || isAsyncIterable(result)) return;
      setResult(redactErrors(result));
    },
  };
}
