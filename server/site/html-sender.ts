import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** More than there are pages. Beyond it the oldest document is dropped. */
const MAX_CACHED_DOCUMENTS = 200;
/** Compression runs once per document, while a request waits. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

interface CompressedDocument {
  br: Buffer;
  gzip: Buffer;
}

export type SendHtml = (request: FastifyRequest, reply: FastifyReply, html: string) => Promise<FastifyReply>;

/** Sends HTML with an ETag, compressed once per document. */
export function htmlSender(): SendHtml {
  const cache = new Map<string, Promise<CompressedDocument>>();

  function getCompressed(etag: string, html: string): Promise<CompressedDocument> {
    const cached = cache.get(etag);
    if (cached) return cached;
    const [oldest] = cache.keys();
    if (cache.size >= MAX_CACHED_DOCUMENTS && oldest !== undefined) cache.delete(oldest);
    const document = compress(html);
    cache.set(etag, document);
    return document;
  }

  return async (request, reply, html) => {
    const etag = `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`;
    reply.headers({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      vary: 'accept-encoding',
    });
    if (reply.statusCode === 200) {
      reply.header('etag', etag);
      if (matchesEtag(request, etag)) return reply.status(304).send();
    }
    const encoding = negotiate(request.headers['accept-encoding'] ?? '', ['br', 'gzip']);
    if (encoding !== 'br' && encoding !== 'gzip') return reply.send(html);
    const { [encoding]: body } = await getCompressed(etag, html);
    return reply.header('content-encoding', encoding).send(body);
  };
}

async function compress(html: string): Promise<CompressedDocument> {
  const [br, gzipped] = await Promise.all([compressBrotli(html, BROTLI), compressGzip(html)]);
  return { br, gzip: gzipped };
}

function matchesEtag({ headers }: FastifyRequest, etag: string): boolean {
  const etags = headers['if-none-match']?.split(',').map((value) => value.trim()) ?? [];
  return etags.includes(etag) || etags.includes('*');
}
