import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { buildWholeApp, testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';

const server = testApp(testDb());
const MEGABYTE = 1024 * 1024;

/** Sends a body to the end before it reads the reply, as browsers do. */
async function sendBody(bytes: number): Promise<string> {
  const app = await buildWholeApp(server.deps, { webRoot: null });
  onTestFinished(() => app.close());
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const socket = connect(Number(port), '127.0.0.1').pause();
  onTestFinished(() => void socket.destroy());
  socket.write(
    `POST /api/identity/signIn HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${bytes}\r\n\r\n`,
  );
  const chunk = Buffer.alloc(MEGABYTE, 'x');
  for (let sent = 0; sent < bytes; sent += chunk.length) {
    if (!socket.write(chunk)) await once(socket, 'drain');
  }
  return text(socket);
}

test('a client that sends a body that is too large reads why it was refused', async () => {
  const response = await sendBody(8 * MEGABYTE);
  expect(response).toContain('HTTP/1.1 400');
  expect(response).toContain('The request is too large');
});

test('a much larger body is cut off', async () => {
  await expect(sendBody(200 * MEGABYTE)).rejects.toMatchObject({
    code: expect.stringMatching(/ECONNRESET|EPIPE/),
  });
});
