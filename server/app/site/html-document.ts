import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppError } from '../../lib/errors.ts';

/**
 * A shared document is compressed only once. A personal one is compressed for each request, so it must be
 * faster.
 */
const BROTLI_QUALITY = { shared: 6, personal: 4 };

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

type Encoding = 'br' | 'gzip';

interface Audience {
  /** Personal documents must not be stored by any cache. */
  isPersonal: boolean;
  /** The error if a rate limit refused one of the document's queries. */
  refusal?: AppError | null;
}

export interface HtmlDocument extends Audience {
  html: Buffer;
  /** Null if the document must not be stored. */
  etag: string | null;
  policy: string;
  /** Returns the compressed HTML. Compresses it only once per encoding. */
  compress(encoding: Encoding): Promise<Buffer>;
}

export function createHtmlDocument(text: string, policy: string, audience: Audience): HtmlDocument {
  const html = Buffer.from(text);
  const quality = BROTLI_QUALITY[audience.isPersonal ? 'personal' : 'shared'];
  const bodyByEncoding = new Map<Encoding, Promise<Buffer>>();
  const compress = (encoding: Encoding) =>
    encoding === 'gzip'
      ? compressGzip(html)
      : compressBrotli(html, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
  return {
    ...audience,
    html,
    etag: audience.isPersonal ? null : createEtag(html),
    policy,
    compress: (encoding) => {
      const body = bodyByEncoding.get(encoding) ?? compress(encoding);
      bodyByEncoding.set(encoding, body);
      return body;
    },
  };
}

const createEtag = (html: Buffer) =>
  `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`;

/**
 * Sends a document with its content security policy. Adds its ETag if it has one and the status is 200.
 * Compresses it if the browser accepts that.
 */
export async function sendHtmlDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  { html, etag, policy, isPersonal, refusal, compress }: HtmlDocument,
): Promise<FastifyReply> {
  reply.headers({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': isPersonal ? 'no-store' : 'no-cache',
    'content-security-policy': policy,
    vary: 'accept-encoding',
  });
  if (refusal) {
    reply.status(refusal.status);
    if (refusal.retryAfterSeconds) reply.header('retry-after', refusal.retryAfterSeconds);
  }
  if (reply.statusCode === 200 && etag !== null) {
    reply.header('etag', etag);
    if (matchesEtag(request, etag)) return reply.status(304).send();
  }
  const encoding = negotiate(request.headers['accept-encoding'] ?? '', ['br', 'gzip']);
  if (encoding !== 'br' && encoding !== 'gzip') return reply.send(html);
  return reply.header('content-encoding', encoding).send(await compress(encoding));
}

function matchesEtag({ headers }: FastifyRequest, etag: string): boolean {
  const etags = headers['if-none-match']?.split(',').map((value) => value.trim()) ?? [];
  return etags.includes(etag) || etags.includes('*');
}
