export type SpanAttributes = Record<string, string | number>;

/** A timed step of a trace, such as a request, a procedure, or a statement. Times are epoch milliseconds. */
export interface Span {
  readonly traceId: string;
  /** Lets another process continue the trace (W3C Trace Context). */
  readonly traceparent: string;
  startChild(name: string, attributes: SpanAttributes, startedAt: number): Span;
  end(outcome?: { attributes?: SpanAttributes; error?: unknown }): void;
}
