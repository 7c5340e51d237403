import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { expect, test } from 'vitest';
import { buildTestApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';

const database = testDb();
const BODY = '{}';

test('[architecture] a closing server finishes running requests and does not wait for idle connections', async () => {
  const server = await buildTestApp(database.db);
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  const address = server.app.server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const agent = new Agent({ keepAlive: true });
  const headers = { 'content-type': 'application/json', 'content-length': BODY.length };
  const call = request({ agent, port, host: '127.0.0.1', path: '/api/contract', method: 'POST', headers });
  call.write(BODY.slice(0, 1));
  // The request is now in progress.
  await once(server.app.server, 'request');

  const closing = server.close();
  call.end(BODY.slice(1));
  const [response] = await once(call, 'response');
  expect(response.statusCode).toBe(400);
  response.resume();
  await closing;
  expect(server.app.server.listening).toBe(false);
  agent.destroy();
});
