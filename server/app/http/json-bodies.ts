import type { FastifyBodyParser, FastifyInstance } from 'fastify';
import { AppError } from '../../lib/errors.ts';

/**
 * More than the largest order has: 500 employees with 20 family members each are 28,000. A body of the permitted
 * size with only `[]` in it would hold the event loop for a quarter of a second.
 */
export const MAX_JSON_VALUES = 40_000;

const [QUOTE, BACKSLASH, COMMA, BRACKET, BRACE] = Array.from('"\\,[{', (character) =>
  character.charCodeAt(0),
);

/** Counts commas and opening brackets, which takes much less time than parsing. */
function hasTooManyValues(text: string): boolean {
  let values = 1;
  let isInString = false;
  for (let position = 0; position < text.length; position += 1) {
    const code = text.charCodeAt(position);
    if (code === QUOTE) isInString = !isInString;
    else if (isInString) position += code === BACKSLASH ? 1 : 0;
    else if (code === COMMA || code === BRACKET || code === BRACE) values += 1;
    if (values > MAX_JSON_VALUES) return true;
  }
  return false;
}

/** Parses the scope's JSON bodies with `parse`, and refuses those with too many values. */
export function parseJsonBodies(scope: FastifyInstance, parse: FastifyBodyParser<string>): void {
  scope.removeContentTypeParser('application/json');
  scope.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (hasTooManyValues(body)) done(new AppError('INVALID_INPUT', { message: 'The request is too large' }));
    else return parse(request, body, done);
  });
}
