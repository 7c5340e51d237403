import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { createOpenTelemetryTracer } from '#server/platform/monitoring/opentelemetry.ts';

const span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  status: z.object({ message: z.string().optional() }),
});
const exported = z.object({
  resourceSpans: z.array(z.object({ scopeSpans: z.array(z.object({ spans: z.array(span) })) })),
});

async function startCollector() {
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    bodies.push(await text(request));
    response.end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const readSpans = () =>
    bodies
      .flatMap((body) => exported.parse(JSON.parse(body)).resourceSpans)
      .flatMap(({ scopeSpans }) => scopeSpans)
      .flatMap(({ spans }) => spans);
  return { url: `http://127.0.0.1:${port}/v1/traces`, readSpans };
}

test('a trace reaches the collector with its steps, across processes, and without what an error says', async () => {
  const collector = await startCollector();
  const web = createOpenTelemetryTracer({ url: collector.url, sampleRate: 1 });
  const worker = createOpenTelemetryTracer({ url: collector.url, sampleRate: 0 });
  const request = web.start('GET /', {}, { startedAt: Date.now() });
  const step = request?.startChild('catalog.plans', {}, Date.now());
  const job = worker.start('job mail', {}, { startedAt: Date.now(), traceparent: step?.traceparent });
  job?.end({ error: new TypeError('no mailbox ann@example.com') });
  step?.end();
  request?.end({ attributes: { status: 200 } });
  await Promise.all([web.close(), worker.close()]);

  const spans = collector.readSpans();
  const find = (name: string) => spans.find((span) => span.name === name);
  expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(new Set([request?.traceId]));
  expect(find('catalog.plans')?.parentSpanId).toBe(find('GET /')?.spanId);
  expect(find('job mail')?.parentSpanId).toBe(find('catalog.plans')?.spanId);
  expect(find('job mail')?.status.message).toBe('TypeError');
});

test('only a sample of the requests is traced', () => {
  const tracer = createOpenTelemetryTracer({ url: 'http://127.0.0.1:9', sampleRate: 0.05 });
  const starts = Array.from({ length: 4_000 }, () => tracer.start('GET /', {}, { startedAt: 0 }));
  const count = starts.filter(Boolean).length;
  expect(count).toBeGreaterThan(100);
  expect(count).toBeLessThan(320);
});
