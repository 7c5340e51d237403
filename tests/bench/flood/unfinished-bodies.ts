import { connect } from 'node:net';
import { countResponse, from, isOver, pause, port, runFlood } from './scenario.ts';

/** As many as the product, or HAProxy with our configuration, lets one address have. */
const CONNECTIONS = 1_000;
const BODY_BYTES = 512 * 1024;
const FILLING = Buffer.alloc(BODY_BYTES - 1_024, ' ');
const TARGETS = [
  '/trpc/accounts.login',
  '/graphql',
  '/api/identity/signIn',
  '/api/stripe/webhook',
  '/api/nope',
];

/** Keeps a request open whose body lacks its last kilobyte, and opens another when it is closed. */
async function hold(number: number): Promise<void> {
  const target = TARGETS[number % TARGETS.length] ?? '';
  while (!isOver()) {
    const socket = connect({ port, host: '127.0.0.1' }).on('error', () => {});
    let received = '';
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      received += chunk;
    });
    socket.write(
      `POST ${target} HTTP/1.1\r\nhost: localhost\r\nx-forwarded-for: ${from}\r\ncontent-type: application/json\r\ncontent-length: ${BODY_BYTES}\r\n\r\n`,
    );
    socket.write(FILLING);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    await Promise.race([closed, pause(Number.POSITIVE_INFINITY)]);
    socket.destroy();
    // The connection of a refused request may close before its response has arrived.
    countResponse(target, received === '' && !isOver() ? 429 : Number(received.slice(9, 12)));
  }
}

await runFlood(Array.from({ length: CONNECTIONS }, (_, number) => hold(number)));
