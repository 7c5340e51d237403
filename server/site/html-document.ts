import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Compression runs once per document, while a request waits. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

interface CompressedHtml {
  br: Buffer;
  gzip: Buffer;
}

/** What every visitor of a page receives. Contains nothing from the request that it was composed for. */
export interface HtmlDocument {
  html: Buffer;
  etag: string;
  policy: string;
  /** Compresses on the first call. */
  compress(): Promise<CompressedHtml>;
}

export function createHtmlDocument(text: string, policy: string): HtmlDocument {
  const html = Buffer.from(text);
  let compressed: Promise<CompressedHtml> | undefined;
  return {
    html,
    etag: `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`,
    policy,
    compress: () => (compressed ??= compressHtml(html)),
  };
}

async function compressHtml(html: Buffer): Promise<CompressedHtml> {
  const [br, gzipped] = await Promise.all([compressBrotli(html, BROTLI), compressGzip(html)]);
  return { br, gzip: gzipped };
}

/** Sends a document with its ETag and policy, compressed if the browser accepts that. */
export async function sendHtmlDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  document: HtmlDocument,
): Promise<FastifyReply> {
  reply.headers({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    'content-security-policy': document.policy,
    vary: 'accept-encoding',
  });
  if (reply.statusCode === 200) {
    reply.header('etag', document.etag);
    if (matchesEtag(request, document.etag)) return reply.status(304).send();
  }
  const encoding = negotiate(request.headers['accept-encoding'] ?? '', ['br', 'gzip']);
  if (encoding !== 'br' && encoding !== 'gzip') return reply.send(document.html);
  const { [encoding]: body } = await document.compress();
  return reply.header('content-encoding', encoding).send(body);
}

function matchesEtag({ headers }: FastifyRequest, etag: string): boolean {
  const etags = headers['if-none-match']?.split(',').map((value) => value.trim()) ?? [];
  return etags.includes(etag) || etags.includes('*');
}
