import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** More than there are pages: beyond it the oldest are packed again when they are asked for. */
const MOST_KEPT = 200;
/** Once for each text, and while somebody waits. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };

const brotli = promisify(brotliCompress);
const gz = promisify(gzip);

interface Packed {
  br: Buffer;
  gzip: Buffer;
}

export type SendDocument = (
  request: FastifyRequest,
  reply: FastifyReply,
  html: string,
) => Promise<FastifyReply>;

/** Sends documents that are made here: compressed once for each text, and not again to who has it already. */
export function documentSender(): SendDocument {
  const kept = new Map<string, Promise<Packed>>();

  function packed(tag: string, html: string): Promise<Packed> {
    const known = kept.get(tag);
    if (known) return known;
    const [oldest] = kept.keys();
    if (kept.size >= MOST_KEPT && oldest !== undefined) kept.delete(oldest);
    const fresh = pack(html);
    kept.set(tag, fresh);
    return fresh;
  }

  return async (request, reply, html) => {
    const tag = `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`;
    reply.headers({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      vary: 'accept-encoding',
    });
    if (reply.statusCode === 200) {
      reply.header('etag', tag);
      if (hasAlready(request, tag)) return reply.status(304).send();
    }
    const encoding = negotiate(request.headers['accept-encoding'] ?? '', ['br', 'gzip']);
    if (encoding !== 'br' && encoding !== 'gzip') return reply.send(html);
    const { [encoding]: body } = await packed(tag, html);
    return reply.header('content-encoding', encoding).send(body);
  };
}

async function pack(html: string): Promise<Packed> {
  const [br, gzipped] = await Promise.all([brotli(html, BROTLI), gz(html)]);
  return { br, gzip: gzipped };
}

function hasAlready({ headers }: FastifyRequest, tag: string): boolean {
  const tags = headers['if-none-match']?.split(',').map((one) => one.trim()) ?? [];
  return tags.includes(tag) || tags.includes('*');
}
