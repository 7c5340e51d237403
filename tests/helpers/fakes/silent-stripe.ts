import { createServer, type Server } from 'node:http';
import { onTestFinished } from 'vitest';
import { freePort } from '#tests/helpers/free-port.ts';

/** Starts a server, for one test, that closes each connection without a response. Returns its port. */
export async function serveSilence(onRequest: (server: Server) => void = () => {}): Promise<number> {
  const server = createServer((request) => {
    onRequest(server);
    request.socket.destroy();
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return port;
}
