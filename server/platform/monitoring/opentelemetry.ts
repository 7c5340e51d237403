import {
  type Context,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { Span, SpanAttributes } from './span.ts';
import type { Tracer } from './tracing.ts';

/** Shorter than the shutdown, which waits for the last traces. */
const TIMEOUT_MS = 3_000;
const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-01$/;

export interface TraceSettings {
  /** Where the collector receives traces as OTLP over HTTP. */
  url: string;
  /** The fraction of requests and jobs that is traced, from 0 to 1. */
  sampleRate: number;
}

/**
 * Sends traces with OpenTelemetry. Doesn't use its automatic instrumentation, which patches modules while
 * they load and slows down requests that aren't traced.
 */
export function createOpenTelemetryTracer({ url, sampleRate }: TraceSettings): Tracer {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'everything-card' }),
    spanProcessors: [
      new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url, timeoutMillis: TIMEOUT_MS }) }),
    ],
  });
  const tracer = provider.getTracer('everything-card');

  const startSpan = (name: string, attributes: SpanAttributes, startTime: number, parent: Context): Span => {
    const span = tracer.startSpan(name, { attributes, startTime }, parent);
    const { traceId, spanId } = span.spanContext();
    return {
      traceId,
      traceparent: `00-${traceId}-${spanId}-01`,
      startChild: (childName, childAttributes, startedAt) =>
        startSpan(childName, childAttributes, startedAt, trace.setSpan(ROOT_CONTEXT, span)),
      end: ({ attributes: added = {}, error } = {}) => {
        span.setAttributes(added);
        if (error !== undefined) recordError(span, error);
        span.end(Date.now());
      },
    };
  };

  return {
    start: (name, attributes, { startedAt, traceparent }) => {
      const parent = traceparent ? readParent(traceparent) : null;
      if (!parent && Math.random() >= sampleRate) return undefined;
      return startSpan(name, attributes, startedAt, parent ?? ROOT_CONTEXT);
    },
    close: () => provider.shutdown(),
  };
}

/** Records only the error's name: its message may contain what a person typed. */
function recordError(span: OtelSpan, error: unknown): void {
  const message = error instanceof Error ? error.name : 'Error';
  span.setStatus({ code: SpanStatusCode.ERROR, message });
}

function readParent(traceparent: string): Context | null {
  const [, traceId, spanId] = TRACEPARENT.exec(traceparent) ?? [];
  if (!traceId || !spanId) return null;
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId,
    traceFlags: TraceFlags.SAMPLED,
    isRemote: true,
  });
}
