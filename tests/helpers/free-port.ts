import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the ports that the system assigns to outgoing connections and to servers that listen on port 0. */
const FIRST_PORT = 20_000;
const LAST_PORT = 32_000;

function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

/** Finds a free port on 127.0.0.1, for programs that can't use port 0. Another process may still take it. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST_PORT, LAST_PORT);
    if (await isFree(port)) return port;
  }
}
