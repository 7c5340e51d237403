import fc from 'fast-check';
import { spellings } from '#gateway/graphql/schema.ts';
import type { Call } from '../access/row.ts';
import { malformed, nasty, nastyText, toJson } from './inputs.ts';
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

/** By tRPC: alone and in a batch, by the right method and the other one. */
function toProcedure(door: string, { input }: Call): fc.Arbitrary<WireRequest> {
  const [kind = '', path = ''] = door.split(' ');
  const isQuery = kind === 'query';
  const alone = (text: string) =>
    isQuery ? get(withQuery(`/trpc/${path}`, [['input', text]])) : post(`/trpc/${path}`, text);
  const batch = `/trpc/${path},${path}?batch=1`;
  const batched = (text: string) => (isQuery ? get(withQuery(batch, [['input', text]])) : post(batch, text));
  const twice = malformed(input).map((one) => toJson({ 0: one, 1: one }));
  return weighted(
    [12, malformed(input).map(toJson).map(alone)],
    [2, nonsense.map(alone)],
    [2, fc.oneof(twice, nasty.map(toJson), nonsense).map(batched)],
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

/** A text with something written over, or into, a random place. */
function spoiled(text: string): fc.Arbitrary<string> {
  return fc
    .tuple(fc.nat(text.length), fc.nat(10), tokens)
    .map(([at, length, token]) => text.slice(0, at) + token + text.slice(at + length));
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

/** Each argument of the document as a literal of any kind instead of its variable. */
function withLiteral(document: string): fc.Arbitrary<string> {
  const argument = /: (?:\$\w+|"[^"]*"|[A-Z]{4,})(?=[,)])/g;
  return fc.constantFrom(...literals).map((literal) => document.replace(argument, () => `: ${literal}`));
}

/** By GraphQL: under each spelling, with wrong variables, in spoiled documents, in bodies of another shape. */
function toName(door: string, call: Call): fc.Arbitrary<WireRequest> {
  const names = spellings(door.slice('graphql '.length));
  const document = fc.constantFrom(...names).map((name) => call.document?.(name) ?? '');
  const send = (body: unknown) => post('/graphql', toJson(body));
  const ask = (query: unknown, variables: unknown = call.input) => send({ query, variables });
  const byGet = ([query, variables]: [string, string]) =>
    get(
      withQuery('/graphql', [
        ['query', query],
        ['variables', variables],
      ]),
    );
  return weighted(
    [10, fc.tuple(document, malformed(call.input)).map(([query, variables]) => ask(query, variables))],
    [5, document.chain(spoiled).map((query) => ask(query))],
    [5, document.chain(withLiteral).map((query) => ask(query))],
    [1, fc.tuple(document, nasty).map(([query, operationName]) => send({ query, operationName }))],
    [1, nasty.map((query) => ask(query))],
    [1, nasty.map(send)],
    [2, fc.tuple(document, nastyText).map(byGet)],
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

/** A file with some of its bytes written over, cut off or repeated; or something else altogether. */
function toUpload(path: string, file: Buffer): fc.Arbitrary<WireRequest> {
  const written = fc
    .tuple(fc.nat(file.length), fc.uint8Array({ maxLength: 8 }))
    .map(([at, bytes]) => Buffer.concat([file.subarray(0, at), bytes, file.subarray(at + bytes.length)]));
  const cut = fc.nat(file.length).map((length) => file.subarray(0, length));
  const twice = fc.nat(file.length).map((at) => Buffer.concat([file.subarray(0, at), file]));
  const body = weighted<string | Buffer>([4, written], [2, cut], [1, twice], [1, nonsense]);
  return fc.tuple(body, uploadType).map(([bytes, type]) => put(path, bytes, type));
}

/** The address with something nasty in the place of each parameter. */
const filled = (path: string): fc.Arbitrary<string> =>
  nastyText.map((text) => path.replace(/:\w+/g, () => encodeURIComponent(text.toWellFormed())));

/** By plain HTTP: query strings and path parameters, or bodies. */
function toRoute(door: string, { input, headers = {}, payload, url }: Call): fc.Arbitrary<WireRequest> {
  const [method = '', path = ''] = door.split(' ');
  if (Buffer.isBuffer(payload)) return toUpload(path, payload);
  if (method === 'GET') {
    const address = fc.oneof(filled(path), fc.constant(url ?? path));
    const name = fc.constantFrom(
      'id',
      'key',
      'format',
      'passesUpdatedSince',
      'id[]',
      'constructor',
      '__proto__',
    );
    const entries = fc.array(fc.tuple(name, nastyText), { minLength: 1, maxLength: 3 });
    const requests = fc.oneof(
      address.map(get),
      fc.tuple(address, entries).map(([one, list]) => get(withQuery(one, list))),
      nastyText.map((text) => get(`${path}?${encodeURI(text.toWellFormed())}`)),
    );
    return requests.map((request) => ({ ...request, headers }));
  }
  if (method === 'DELETE') {
    const address = fc.oneof(filled(path), fc.constant(url ?? path));
    return fc
      .tuple(address, fc.oneof(nonsense, fc.constant('')))
      .map(([one, body]) => ({ ...post(one, body, headers), method }));
  }
  const to = url ?? path;
  const texts = payload === undefined ? nonsense : spoiled(payload);
  return weighted(
    [6, malformed(input).map((body) => post(to, toJson(body), headers))],
    [2, texts.map((text) => post(to, text, headers))],
    [1, fc.tuple(filled(path), texts).map(([one, text]) => post(one, text, headers))],
    [2, wrongBody(to)],
  );
}

/** Requests that are wrong in some way, for one door of the access table and a good call through it. */
export function malformedRequests(door: string, good: Call): fc.Arbitrary<WireRequest> {
  const [kind = ''] = door.split(' ');
  const to = { graphql: toName, query: toProcedure, mutation: toProcedure }[kind] ?? toRoute;
  return withOddHeaders(to(door, good));
}

const METHODS = ['GET', 'POST', 'PUT', 'HEAD', 'OPTIONS', 'PATCH', 'DELETE'] as const;
const PLACES = [
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

/** Requests to no door in particular. */
export const strayRequests: fc.Arbitrary<WireRequest> = withOddHeaders(
  fc
    .tuple(fc.constantFrom(...METHODS), fc.constantFrom(...PLACES), nastyText, nonsense)
    .map(([method, place, rest, body]) => {
      const url = place + encodeURIComponent(rest.toWellFormed());
      return method === 'GET' || method === 'HEAD' ? { ...get(url), method } : { ...post(url, body), method };
    }),
);
