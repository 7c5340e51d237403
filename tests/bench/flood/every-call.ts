import { calls, countResponse, isOver, pause, port, runFlood } from './scenario.ts';

/** Sends each call repeatedly, all at once, and pauses only when a rate limit requires it. */
async function repeat({ entryPoint, request }: (typeof calls)[number]): Promise<void> {
  const { url, method, headers, body } = request;
  while (!isOver()) {
    const response = await fetch(`http://127.0.0.1:${port}${url}`, {
      method,
      headers,
      redirect: 'manual',
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : Buffer.from(body) }),
    });
    await response.arrayBuffer();
    if (countResponse(entryPoint, response.status)) {
      await pause(Number(response.headers.get('retry-after') ?? 1) * 1000);
    }
  }
}

await runFlood(calls.map(repeat));
