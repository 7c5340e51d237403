import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** Stands between the servers and PostgreSQL, so that they can lose it while the benchmark still reads it. */
export class DatabaseProxy {
  readonly #target: URL;
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;
  #port = 0;

  constructor(databaseUrl: string) {
    this.#target = new URL(databaseUrl);
    this.#server = createServer((socket) => {
      const upstream = connect(Number(this.#target.port || 5432), this.#target.hostname);
      this.#join(socket, upstream);
      this.#join(upstream, socket);
    });
  }

  /** Accepts connections again, on the port of the first time. Returns the database's URL for the servers. */
  async open(): Promise<string> {
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    const address = this.#server.address();
    this.#port = typeof address === 'object' && address ? address.port : 0;
    const url = new URL(this.#target);
    url.host = `127.0.0.1:${this.#port}`;
    return url.href;
  }

  /** Ends every connection and refuses new ones. */
  async close(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = once(this.#server, 'close');
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  #join(from: Socket, to: Socket): void {
    this.#sockets.add(from);
    from.setNoDelay(true);
    from.on('error', () => {});
    from.on('close', () => {
      this.#sockets.delete(from);
      to.destroy();
    });
    from.pipe(to);
  }
}
