import { connect, type Socket } from 'node:net';

/**
 * One kept connection to a server on this machine, one request at a time: so little of a client that a benchmark
 * measures the server. Understands what our server sends: a length or chunks.
 */
export class HttpClient {
  readonly port: number;
  readonly #socket: Socket;
  readonly #host: string;
  #received = Buffer.alloc(0);
  #waiting: { resolve(answer: Answer): void; reject(error: Error): void } | undefined;

  constructor(port: number) {
    this.port = port;
    this.#host = `127.0.0.1:${port}`;
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true });
    this.#socket.on('data', (chunk) => {
      this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
      this.#answer();
    });
    this.#socket.on('error', (error) => this.#waiting?.reject(error));
    this.#socket.on('close', () => this.#waiting?.reject(new Error('The server closed the connection')));
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.#send(`GET ${path} HTTP/1.1\r\n${this.#head(headers)}\r\n`);
  }

  post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const text = JSON.stringify(body);
    const sent = {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(text)),
      ...headers,
    };
    return this.#send(`POST ${path} HTTP/1.1\r\n${this.#head(sent)}\r\n${text}`);
  }

  close(): void {
    this.#socket.destroy();
  }

  #head(headers: Record<string, string>): string {
    const lines = Object.entries({ host: this.#host, ...headers });
    return lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  }

  #send(request: string): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#socket.write(request);
    });
  }

  #answer(): void {
    const answer = readAnswer(this.#received);
    if (!answer) return;
    this.#received = Buffer.alloc(0);
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.resolve(answer);
  }
}

export interface Answer {
  status: number;
  body: string;
}

/** The whole answer, or undefined while some of it is still under way. */
function readAnswer(received: Buffer): Answer | undefined {
  const headEnd = received.indexOf('\r\n\r\n');
  if (headEnd < 0) return undefined;
  const head = received.toString('latin1', 0, headEnd).toLowerCase();
  const status = Number(head.slice(9, 12));
  const body = received.subarray(headEnd + 4);
  if (head.includes('transfer-encoding: chunked')) {
    return body.subarray(-5).equals(LAST_CHUNK) ? { status, body: unchunked(body) } : undefined;
  }
  const length = Number(/content-length: (\d+)/.exec(head)?.[1] ?? 0);
  return body.length >= length ? { status, body: body.toString('utf8', 0, length) } : undefined;
}

const LAST_CHUNK = Buffer.from('0\r\n\r\n');

function unchunked(body: Buffer): string {
  const parts: Buffer[] = [];
  for (let at = 0; ; ) {
    const lineEnd = body.indexOf('\r\n', at);
    const size = Number.parseInt(body.toString('latin1', at, lineEnd), 16);
    if (size === 0) return Buffer.concat(parts).toString('utf8');
    parts.push(body.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = lineEnd + 2 + size + 2;
  }
}
