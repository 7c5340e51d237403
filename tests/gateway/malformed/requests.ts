import fc from 'fast-check';
import { listSpellings } from '#gateway/graphql/schema.ts';
import { isSecretRead } from '#server/app/http/secret-reads.shared.ts';
import type { Call } from '../access/row.ts';
import { badText, badValue, malformed, toJson } from './inputs.ts';
import {
  get,
  nonsense,
  post,
  put,
  type WireRequest,
  weighted,
  withOddHeaders,
  withQuery,
  wrongBody,
} from './wire.ts';

/** Generates tRPC requests: single and in a batch, with the right and the wrong method. */
function trpcRequests(entryPoint: string, { input }: Call): fc.Arbitrary<WireRequest> {
  const [kind = '', path = ''] = entryPoint.split(' ');
  const isQuery = kind === 'query' && !isSecretRead(path);
  const buildSingle = (text: string) =>
    isQuery ? get(withQuery(`/trpc/${path}`, [['input', text]])) : post(`/trpc/${path}`, text);
  const batch = `/trpc/${path},${path}?batch=1`;
  const buildBatch = (text: string) =>
    isQuery ? get(withQuery(batch, [['input', text]])) : post(batch, text);
  const twice = malformed(input).map((value) => toJson({ 0: value, 1: value }));
  return weighted(
    [12, malformed(input).map(toJson).map(buildSingle)],
    [2, nonsense.map(buildSingle)],
    [2, fc.oneof(twice, badValue.map(toJson), nonsense).map(buildBatch)],
    [1, wrongBody(`/trpc/${path}`)],
    [1, fc.constant(isQuery ? post(`/trpc/${path}`, '{}') : get(`/trpc/${path}`))],
  );
}

const tokens = fc.oneof(
  fc.constantFrom(
    '{',
    '}',
    '(',
    ')',
    '[',
    '$',
    '...',
    '"',
    '"""',
    ':',
    '!',
    '__schema',
    '\u0000',
    '#',
    '&',
    '|',
    '@',
  ),
  fc.string({ unit: 'binary', maxLength: 20 }),
);

/** Generates the text with a token inserted or overwritten at a random position. */
function corruptedText(text: string): fc.Arbitrary<string> {
  return fc
    .tuple(fc.nat(text.length), fc.nat(10), tokens)
    .map(([start, length, token]) => text.slice(0, start) + token + text.slice(start + length));
}

const literals = [
  'null',
  '1',
  '-1e400',
  '"x"',
  '"\\ud800"',
  '"\\u0000"',
  '[]',
  '[[[1]]]',
  '{a: 1}',
  'ENUM',
  '$none',
  'true',
];

/** Replaces the document's arguments with a literal. */
function withLiteral(document: string): fc.Arbitrary<string> {
  const argument = /: (?:\$\w+|"[^"]*"|[A-Z]{4,})(?=[,)])/g;
  return fc.constantFrom(...literals).map((literal) => document.replace(argument, () => `: ${literal}`));
}

/** Generates GraphQL requests in each spelling, with bad variables, bad documents, or bad bodies. */
function graphqlRequests(entryPoint: string, call: Call): fc.Arbitrary<WireRequest> {
  const names = listSpellings(entryPoint.slice('graphql '.length));
  const document = fc.constantFrom(...names).map((name) => call.document?.(name) ?? '');
  const send = (body: unknown) => post('/graphql', toJson(body));
  const sendQuery = (query: unknown, variables: unknown = call.input) => send({ query, variables });
  const getQuery = ([query, variables]: [string, string]) =>
    get(
      withQuery('/graphql', [
        ['query', query],
        ['variables', variables],
      ]),
    );
  return weighted(
    [10, fc.tuple(document, malformed(call.input)).map(([query, variables]) => sendQuery(query, variables))],
    [5, document.chain(corruptedText).map((query) => sendQuery(query))],
    [5, document.chain(withLiteral).map((query) => sendQuery(query))],
    [1, fc.tuple(document, badValue).map(([query, operationName]) => send({ query, operationName }))],
    [1, badValue.map((query) => sendQuery(query))],
    [1, badValue.map(send)],
    [2, fc.tuple(document, badText).map(getQuery)],
    [1, wrongBody('/graphql')],
  );
}

const uploadType = fc.constantFrom(
  'image/png',
  'image/webp',
  'image/svg+xml',
  'image/',
  'text/html',
  'x',
  '',
);

/** Generates uploads of a file with overwritten, truncated, or repeated bytes, or of unrelated bytes. */
function uploadRequests(path: string, file: Buffer): fc.Arbitrary<WireRequest> {
  const writtenDocument = fc
    .tuple(fc.nat(file.length), fc.uint8Array({ maxLength: 8 }))
    .map(([start, bytes]) =>
      Buffer.concat([file.subarray(0, start), bytes, file.subarray(start + bytes.length)]),
    );
  const cut = fc.nat(file.length).map((length) => file.subarray(0, length));
  const twice = fc.nat(file.length).map((start) => Buffer.concat([file.subarray(0, start), file]));
  const body = weighted<string | Buffer>([4, writtenDocument], [2, cut], [1, twice], [1, nonsense]);
  return fc.tuple(body, uploadType).map(([bytes, type]) => put(path, bytes, type));
}

/** Generates the path with bad text in place of each parameter. */
const fillParameters = (path: string): fc.Arbitrary<string> =>
  badText.map((text) => path.replace(/:\w+/g, () => encodeURIComponent(text.toWellFormed())));

/** Generates REST requests with bad query strings, path parameters, or bodies. */
function restRequests(
  entryPoint: string,
  { input, headers = {}, payload, url }: Call,
): fc.Arbitrary<WireRequest> {
  const [method = '', path = ''] = entryPoint.split(' ');
  if (Buffer.isBuffer(payload)) return uploadRequests(path, payload);
  if (method === 'GET') {
    const address = fc.oneof(fillParameters(path), fc.constant(url ?? path));
    const name = fc.constantFrom(
      'id',
      'key',
      'format',
      'passesUpdatedSince',
      'id[]',
      'constructor',
      '__proto__',
    );
    const entries = fc.array(fc.tuple(name, badText), { minLength: 1, maxLength: 3 });
    const requests = fc.oneof(
      address.map(get),
      fc.tuple(address, entries).map(([value, list]) => get(withQuery(value, list))),
      badText.map((text) => get(`${path}?${encodeURI(text.toWellFormed())}`)),
    );
    return requests.map((request) => ({ ...request, headers }));
  }
  if (method === 'DELETE') {
    const address = fc.oneof(fillParameters(path), fc.constant(url ?? path));
    return fc
      .tuple(address, fc.oneof(nonsense, fc.constant('')))
      .map(([value, body]) => ({ ...post(value, body, headers), method }));
  }
  const targetUrl = url ?? path;
  const texts = payload === undefined ? nonsense : corruptedText(payload);
  return weighted(
    [6, malformed(input).map((body) => post(targetUrl, toJson(body), headers))],
    [2, texts.map((text) => post(targetUrl, text, headers))],
    [1, fc.tuple(fillParameters(path), texts).map(([value, text]) => post(value, text, headers))],
    [2, wrongBody(targetUrl)],
  );
}

/** Generates malformed requests to an entry point of the access table, based on a valid call. */
export function malformedRequests(entryPoint: string, good: Call): fc.Arbitrary<WireRequest> {
  const [kind = ''] = entryPoint.split(' ');
  const targetUrl =
    { graphql: graphqlRequests, query: trpcRequests, mutation: trpcRequests }[kind] ?? restRequests;
  return withOddHeaders(targetUrl(entryPoint, good));
}

const METHODS = ['GET', 'POST', 'PUT', 'HEAD', 'OPTIONS', 'PATCH', 'DELETE'] as const;
const PATHS = [
  '/trpc/',
  '/trpc/catalog.',
  '/graphql',
  '/graphql/',
  '/api/',
  '/api/stripe/',
  '/',
  '/assets/',
  '/verify/card/',
  '/dev/',
  '/files/',
  '/files/logos/',
];

/** Requests to known path prefixes followed by arbitrary text. Most of these paths don't exist. */
export const strayRequests: fc.Arbitrary<WireRequest> = withOddHeaders(
  fc
    .tuple(fc.constantFrom(...METHODS), fc.constantFrom(...PATHS), badText, nonsense)
    .map(([method, position, remainder, body]) => {
      const url = position + encodeURIComponent(remainder.toWellFormed());
      return method === 'GET' || method === 'HEAD' ? { ...get(url), method } : { ...post(url, body), method };
    }),
);
