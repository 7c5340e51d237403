import { connect, type Socket } from 'node:net';

/**
 * A minimal HTTP client with one persistent local connection and one request at a time, so that benchmarks
 * measure the server and not the client. Reconnects if the connection was closed between requests. Supports
 * only Content-Length and chunked responses.
 */
export class HttpClient {
  readonly port: number;
  readonly #host: string;
  #socket: Socket;
  #buffer = Buffer.alloc(0);
  #pending: { resolve(response: HttpResponse): void; reject(error: Error): void } | undefined;

  constructor(port: number) {
    this.port = port;
    this.#host = `127.0.0.1:${port}`;
    this.#socket = this.#connect();
  }

  #connect(): Socket {
    this.#buffer = Buffer.alloc(0);
    const socket = connect({ port: this.port, host: '127.0.0.1', noDelay: true });
    socket.on('data', (chunk) => {
      this.#buffer = this.#buffer.length === 0 ? chunk : Buffer.concat([this.#buffer, chunk]);
      this.#handleData();
    });
    const fail = (error: Error) => {
      if (socket === this.#socket) this.#pending?.reject(error);
    };
    socket.on('error', fail);
    socket.on('close', () => fail(new Error('The server closed the connection')));
    return socket;
  }

  get(path: string, headers: Record<string, string> = {}): Promise<HttpResponse> {
    return this.#send(`GET ${path} HTTP/1.1\r\n${this.#head(headers)}\r\n`);
  }

  post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<HttpResponse> {
    const text = JSON.stringify(body);
    const sentHeaders = {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(text)),
      ...headers,
    };
    return this.#send(`POST ${path} HTTP/1.1\r\n${this.#head(sentHeaders)}\r\n${text}`);
  }

  close(): void {
    this.#socket.destroy();
  }

  #head(headers: Record<string, string>): string {
    const lines = Object.entries({ host: this.#host, ...headers });
    return lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  }

  #send(request: string): Promise<HttpResponse> {
    return new Promise((resolve, reject) => {
      if (this.#socket.destroyed || this.#socket.readableEnded) this.#socket = this.#connect();
      this.#pending = { resolve, reject };
      this.#socket.write(request);
    });
  }

  #handleData(): void {
    const response = parseResponse(this.#buffer);
    if (!response) return;
    this.#buffer = Buffer.alloc(0);
    const pending = this.#pending;
    this.#pending = undefined;
    pending?.resolve(response);
  }
}

export interface HttpResponse {
  status: number;
  body: string;
}

/** Parses the response, or returns undefined if it is incomplete. */
function parseResponse(buffer: Buffer): HttpResponse | undefined {
  const headEnd = buffer.indexOf('\r\n\r\n');
  if (headEnd < 0) return undefined;
  const head = buffer.toString('latin1', 0, headEnd).toLowerCase();
  const status = Number(head.slice(9, 12));
  const body = buffer.subarray(headEnd + 4);
  if (head.includes('transfer-encoding: chunked')) {
    return body.subarray(-5).equals(LAST_CHUNK) ? { status, body: joinChunks(body) } : undefined;
  }
  const length = Number(/content-length: (\d+)/.exec(head)?.[1] ?? 0);
  return body.length >= length ? { status, body: body.toString('utf8', 0, length) } : undefined;
}

const LAST_CHUNK = Buffer.from('0\r\n\r\n');

function joinChunks(body: Buffer): string {
  const parts: Buffer[] = [];
  for (let offset = 0; ; ) {
    const lineEnd = body.indexOf('\r\n', offset);
    const size = Number.parseInt(body.toString('latin1', offset, lineEnd), 16);
    if (size === 0) return Buffer.concat(parts).toString('utf8');
    parts.push(body.subarray(lineEnd + 2, lineEnd + 2 + size));
    offset = lineEnd + 2 + size + 2;
  }
}
