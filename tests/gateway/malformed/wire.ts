import fc from 'fast-check';

/** A raw HTTP request. */
export interface WireRequest {
  method: 'GET' | 'POST' | 'PUT' | 'HEAD' | 'OPTIONS' | 'PATCH' | 'DELETE';
  url: string;
  headers: Record<string, string>;
  payload?: string | Buffer;
}

const JSON_TYPE = { 'content-type': 'application/json' };

export const get = (url: string): WireRequest => ({ method: 'GET', url, headers: {} });

export const post = (url: string, payload: string, headers: Record<string, string> = {}): WireRequest => ({
  method: 'POST',
  url,
  headers: { ...JSON_TYPE, ...headers },
  payload,
});

export const put = (url: string, payload: string | Buffer, type: string): WireRequest => ({
  method: 'PUT',
  url,
  headers: { 'content-type': type },
  payload,
});

/** Adds a query string. Lone surrogates become the replacement character, as in browsers. */
export function withQuery(url: string, entries: ReadonlyArray<readonly [string, string]>): string {
  const encoded = entries.map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`);
  return `${url}${url.includes('?') ? '&' : '?'}${encoded.join('&')}`;
}

/** Picks one of several choices, each with its weight. */
export function weighted<T>(...choices: ReadonlyArray<readonly [number, fc.Arbitrary<T>]>): fc.Arbitrary<T> {
  return fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })));
}

/** Bodies that are invalid or unexpected JSON. */
export const nonsense: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '',
    '{',
    '"',
    'null',
    '[]',
    '0',
    'true',
    '{"a":1}{"b":2}',
    '[1,',
    '\u0000',
    '{"query":',
    'undefined',
  ),
  fc.string({ unit: 'binary' }),
  fc.string({ maxLength: 2_000 }),
);

const contentType = fc.constantFrom(
  'application/json',
  'text/plain',
  'application/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'multipart/form-data',
  'application/json; charset=utf-16',
  'application/JSON;;;',
  'application/graphql',
  'application/octet-stream',
  '*/*',
);

/** Generates requests whose body doesn't match the content type. */
export function wrongBody(url: string): fc.Arbitrary<WireRequest> {
  return fc.tuple(contentType, nonsense).map(([type, body]) => post(url, body, { 'content-type': type }));
}

const ODD_HEADERS: ReadonlyArray<Record<string, string>> = [
  { authorization: 'Bearer ' },
  { authorization: `Bearer ${'x'.repeat(4_000)}` },
  { authorization: 'Bearer a b c' },
  { authorization: 'Basic Og==' },
  { cookie: 'session=; csrfToken=' },
  { cookie: `session=${'%00'.repeat(50)}` },
  { cookie: 'buyer=s%3Aforged.signature; session=%E0%A4%A' },
  { cookie: '=;;;=====' },
  { origin: 'null' },
  { origin: 'not a url' },
  { accept: 'text/event-stream' },
  { accept: 'multipart/mixed' },
  { accept: '' },
  { host: '' },
  { 'x-forwarded-for': "'; drop table accounts; --" },
  { 'trpc-accept': 'application/jsonl' },
  { 'content-length': '5' },
  { 'content-length': 'x' },
  { 'transfer-encoding': 'chunked' },
  { 'sec-fetch-site': 'cross-site' },
];

/** Sometimes adds a header that our clients never send. */
export function withOddHeaders(requests: fc.Arbitrary<WireRequest>): fc.Arbitrary<WireRequest> {
  const oddHeaders = weighted<Record<string, string>>(
    [3, fc.constant({})],
    [1, fc.constantFrom(...ODD_HEADERS)],
  );
  return fc.tuple(requests, oddHeaders).map(([request, headers]) => ({
    ...request,
    headers: { ...request.headers, ...headers },
  }));
}
