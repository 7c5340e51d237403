import { isSecretRead } from '#server/app/http/secret-reads.shared.ts';
import { MAX_PICTURE_BYTES } from '#server/domains/stores/owner/own-business.schema.ts';
import type { Call } from '#tests/gateway/access/row.ts';
import { makePng } from '#tests/helpers/pictures.ts';
import { addOptionalFields } from './add-fields.ts';
import { enlarge } from './enlarge.ts';
import { findInputSchema } from './schemas.ts';

const MAX_BODY_BYTES = 500_000;
/**
 * A query's input is in the URL, and Node rejects requests whose URL and headers exceed 16 KiB. This leaves
 * room for the headers.
 */
const MAX_URL_BYTES = 14_000;

export interface WireCall {
  url: string;
  method: string;
  headers: Record<string, string>;
  body?: string | Uint8Array | undefined;
}

const JSON_HEADERS = { 'content-type': 'application/json' };

/** Converts a call from the access table to an HTTP request. */
export function toRequest(
  entryPoint: string,
  { input, document, url, payload, headers = {} }: Call,
): WireCall {
  const [kind = '', path = ''] = entryPoint.split(' ');
  const post = (target: string, body: unknown): WireCall => ({
    url: target,
    method: 'POST',
    headers: { ...JSON_HEADERS, ...headers },
    body: JSON.stringify(body ?? {}),
  });
  if (kind === 'graphql') return post('/graphql', { query: document?.(path) ?? '', variables: input });
  if (kind === 'mutation' || isSecretRead(path)) return post(`/trpc/${path}`, input);
  if (kind === 'query') {
    const query = input === undefined ? '' : `?input=${encodeURIComponent(JSON.stringify(input))}`;
    return { url: `/trpc/${path}${query}`, method: 'GET', headers };
  }
  if (kind === 'POST' && payload === undefined) return post(url ?? path, input);
  const body = typeof payload === 'string' ? payload : payload && new Uint8Array(payload);
  return { url: url ?? path, method: kind, headers, ...(body === undefined ? {} : { body }) };
}

export interface Answer {
  status: number;
  text: string;
}

const isValidationError = ({ status, text }: Answer) =>
  [400, 413, 414, 431].includes(status) || /"fieldErrors"|"INVALID_INPUT"/.test(text);

/** Makes an image with as many pixels as an upload may have. */
function makeLargestLogo(): Buffer {
  const picture = makePng(6_000, 4_000, [], (x, y) => (x * 7 + y * 13) % 3 === 0);
  return picture.length <= MAX_PICTURE_BYTES ? picture : makePng(6_000, 4_000);
}

/**
 * Makes a call's input as large as the entry point permits. For procedures, the schema decides; for other
 * entry points, the responses of `tryCall` do.
 */
export async function enlargeCall(
  entryPoint: string,
  call: Call,
  { keepsIdentifiers, tryCall }: { keepsIdentifiers: boolean; tryCall: (call: Call) => Promise<Answer> },
): Promise<Call> {
  if (Buffer.isBuffer(call.payload)) return { ...call, payload: makeLargestLogo() };
  if (call.input === undefined || call.payload !== undefined) return call;
  const schema = findInputSchema(entryPoint);
  const isWithinSize = (input: unknown) => {
    const text = JSON.stringify(input);
    return entryPoint.startsWith('query ')
      ? encodeURIComponent(text).length <= MAX_URL_BYTES
      : text.length <= MAX_BODY_BYTES;
  };
  const isPermitted = schema
    ? (input: unknown) => isWithinSize(input) && schema.safeParse(input).success
    : async (input: unknown) => isWithinSize(input) && !isValidationError(await tryCall({ ...call, input }));
  const fullInput = schema ? addOptionalFields(call.input, schema) : call.input;
  return { ...call, input: await enlarge(fullInput, { isPermitted, keepsIdentifiers, isCoarse: !schema }) };
}
