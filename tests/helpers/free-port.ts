import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the ports that the system assigns to outgoing connections and to servers that listen on port 0. */
const FIRST_PORT = 20_000;
const LAST_PORT = 32_000;

/** The test files run in this many processes at most, each of which takes ports of its own. */
const MAX_PROCESSES = 12;
const PORTS_PER_PROCESS = (LAST_PORT - FIRST_PORT) / MAX_PROCESSES;

const firstOwnPort =
  FIRST_PORT + (Number(process.env.VITEST_POOL_ID ?? 0) % MAX_PROCESSES) * PORTS_PER_PROCESS;
const returnedPorts = new Set<number>();

function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

/** Finds a free port on 127.0.0.1, for programs that can't use port 0. Never returns a port twice. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(firstOwnPort, firstOwnPort + PORTS_PER_PROCESS);
    if (returnedPorts.has(port)) continue;
    returnedPorts.add(port);
    if (await isFree(port)) return port;
  }
}
