import { parentPort } from 'node:worker_threads';
import { z } from 'zod';

// This worker sends requests, so that the server has the main thread to itself.
const request = z.object({
  url: z.string(),
  method: z.string(),
  headers: z.record(z.string(), z.string()),
  body: z.union([z.string(), z.instanceof(Uint8Array)]).optional(),
});

parentPort?.on('message', async (message: unknown) => {
  const { url, method, headers, body } = request.parse(message);
  const response = await fetch(url, {
    method,
    headers,
    redirect: 'manual',
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : Buffer.from(body) }),
  });
  parentPort?.postMessage({ status: response.status, text: await response.text() });
});
