import { getRequestScope, runInRequestScope } from './request-scope.ts';
import type { Span, SpanAttributes } from './span.ts';

export interface Tracer {
  /** Starts a trace, or continues the one in `traceparent`. Returns undefined if the trace isn't sampled. */
  start(name: string, attributes: SpanAttributes, origin: TraceOrigin): Span | undefined;
  /** Sends the spans that haven't been sent yet. */
  close(): Promise<void>;
}

export interface TraceOrigin {
  startedAt: number;
  traceparent?: string | undefined;
}

let tracer: Tracer | undefined;

export function setTracer(newTracer: Tracer | undefined): void {
  tracer = newTracer;
}

export function startTrace(name: string, attributes: SpanAttributes, origin: TraceOrigin): Span | undefined {
  return tracer?.start(name, attributes, origin);
}

/**
 * Runs `work`, as a step of the current trace if there is one. `readError` returns an error that the result
 * contains.
 */
export function traced<T>(
  name: string,
  work: () => Promise<T>,
  readError?: (result: T) => unknown,
): Promise<T> {
  const scope = getRequestScope();
  if (!scope?.span) return work();
  const span = scope.span.startChild(name, {}, Date.now());
  return runInRequestScope({ ...scope, span }, () => endAfter(span, work(), readError));
}

/** Waits for `work`, ends the span, and returns the result. */
export async function endAfter<T>(
  span: Span | undefined,
  work: Promise<T>,
  readError?: (result: T) => unknown,
): Promise<T> {
  try {
    const result = await work;
    span?.end({ error: readError?.(result) });
    return result;
  } catch (error) {
    span?.end({ error });
    throw error;
  }
}

/** Adds a step that has just ended to the current trace. */
export function addStep(name: string, attributes: SpanAttributes, durationMs: number, error?: unknown): void {
  const span = getRequestScope()?.span;
  span?.startChild(name, attributes, Date.now() - durationMs).end({ error });
}
