import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Db } from '#db/client.ts';
import type { Database } from '#db/database.ts';
import { getTypeParser } from '#db/type-parsers.ts';

/**
 * Proxies the servers' connections to PostgreSQL, so that they can be cut while the benchmark still reads the
 * database.
 */
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

  /** Accepts connections, on the same port each time. Returns the database URL for the servers. */
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
    this.dropConnections();
    await closed;
  }

  /** Ends every connection, but accepts new ones. */
  dropConnections(): void {
    for (const socket of this.#sockets) socket.destroy();
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

/**
 * Opens the benchmark's connections with its own code, so that a defect in the product's code affects only
 * the servers.
 */
export function openDatabase(url: string): Db {
  const pool = new pg.Pool({ connectionString: url, max: 4, types: { getTypeParser } });
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return new Kysely<Database>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  });
}
