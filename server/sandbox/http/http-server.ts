import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { API_VERSION } from '../state/records.ts';
import type { World } from '../state/world.ts';
import { serve } from './api.ts';
import { type Control, serveControl } from './control-routes.ts';

const MAX_BODY_BYTES = 1 << 20;

export function createHttpServer(world: World, control: Control): Server {
  const server = createServer((request, response) => {
    handleRequest(world, control, request, response).catch((error: unknown) => {
      // An incomplete request means that the calling process was killed, which isn't an error of the sandbox.
      if (request.complete) console.error('sandbox:', error);
      response.destroy();
    });
  });
  server.keepAliveTimeout = 60_000;
  return server;
}

async function handleRequest(
  world: World,
  control: Control,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://sandbox');
  const body = await readBody(request);
  if (url.pathname.startsWith('/_sandbox/')) {
    const reply = await serveControl(control, {
      method: request.method ?? 'GET',
      path: url.pathname,
      key: readHeader(request, 'x-sandbox-key'),
      body,
    });
    send(response, reply.status, JSON.stringify(reply.body), {});
    return;
  }
  const idempotencyKey = readHeader(request, 'idempotency-key');
  const result = serve(world, {
    method: request.method ?? 'GET',
    path: url.pathname,
    form: body === '' ? url.search.slice(1) : body,
    authorization: readHeader(request, 'authorization'),
    idempotencyKey,
  });
  try {
    if (result.delayMs > 0) await sleep(result.delayMs);
    if (result.isLost) {
      response.destroy();
      return;
    }
    send(response, result.status, result.body, {
      'request-id': result.requestId,
      'stripe-version': API_VERSION,
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      ...(result.replayed ? { 'idempotent-replayed': 'true' } : {}),
    });
  } finally {
    result.releaseKey();
  }
}

function send(response: ServerResponse, status: number, body: string, headers: Record<string, string>): void {
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    ...headers,
  });
  response.end(body);
}

function readHeader(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    if (!Buffer.isBuffer(chunk)) continue;
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw new Error('A request body is larger than 1 MB');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
