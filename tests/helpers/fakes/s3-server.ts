import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { S3Options } from '#server/platform/integrations/files/s3-store.ts';

/** Respond with a 500, not at all, or with half of the file, or act as if the bucket doesn't exist. */
type S3Fault = 'error' | 'silence' | 'half' | 'no bucket';

export interface S3Server {
  options: S3Options;
  /** Files keyed by path, such as '/bucket/key'. */
  objects: Map<string, { bytes: Buffer; contentType: string }>;
  /** The requests received, in order, such as 'PUT /bucket/key'. */
  requests: string[];
  /** Makes the next requests fail. */
  fail(fault: S3Fault, times?: number): void;
  /** Lets requests succeed again. */
  clearFaults(): void;
  close(): Promise<void>;
}

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=test-key\/(\d{8})\/test-region\/s3\/aws4_request, SignedHeaders=([a-z0-9;-]+), Signature=[0-9a-f]{64}$/;

function isSigned({ headers }: IncomingMessage, body: Buffer): boolean {
  const [, day, signed = ''] = AUTHORIZATION.exec(headers.authorization ?? '') ?? [];
  const names = signed.split(';');
  return (
    String(headers['x-amz-date']).startsWith(`${day}T`) &&
    headers['x-amz-content-sha256'] === createHash('sha256').update(body).digest('hex') &&
    ['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => names.includes(name))
  );
}

function sendError(response: ServerResponse, status: number, code: string): void {
  const text = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${code}</Message></Error>`;
  response.writeHead(status, { 'content-type': 'application/xml' }).end(text);
}

/** Starts a fake S3 that implements the three calls that we make, with path-style URLs. */
export async function startS3Server(timeoutMs = 30_000): Promise<S3Server> {
  const objects: S3Server['objects'] = new Map();
  const requests: string[] = [];
  const faults: S3Fault[] = [];

  async function handleRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    const { method = '', url = '', headers } = request;
    const path = new URL(url, 'http://s3').pathname;
    requests.push(`${method} ${path}`);
    const fault = faults.shift();
    if (fault === 'silence') return;
    if (fault === 'error') return sendError(response, 500, 'InternalError');
    if (fault === 'no bucket' || !path.startsWith('/cards/')) return sendError(response, 404, 'NoSuchBucket');
    if (!isSigned(request, body)) return sendError(response, 403, 'SignatureDoesNotMatch');
    if (method === 'PUT') {
      objects.set(path, { bytes: body, contentType: headers['content-type'] ?? '' });
      response.writeHead(200, { etag: '"0"' }).end();
    } else if (method === 'DELETE') {
      objects.delete(path);
      response.writeHead(204).end();
    } else {
      const object = objects.get(path);
      if (!object) return sendError(response, 404, 'NoSuchKey');
      const length = { 'content-length': object.bytes.length, 'content-type': object.contentType };
      response.writeHead(200, length);
      if (fault === 'half') response.write(object.bytes.subarray(0, object.bytes.length / 2));
      else response.end(object.bytes);
    }
  }

  const server = createServer((request, response) => void handleRequest(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    options: {
      endpoint: `http://127.0.0.1:${port}`,
      region: 'test-region',
      bucket: 'cards',
      accessKeyId: 'test-key',
      secretAccessKey: 'test-secret',
      forcePathStyle: true,
      timeoutMs,
    },
    objects,
    requests,
    fail: (fault, times = 1) => faults.push(...Array.from({ length: times }, () => fault)),
    clearFaults: () => {
      faults.length = 0;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
