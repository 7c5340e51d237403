import { z } from 'zod';
import { getRequestScope, type RequestScope } from '../monitoring/request-scope.ts';
import { startTrace } from '../monitoring/tracing.ts';

const jobCause = z.object({
  cause: z.object({ requestId: z.string(), traceparent: z.string().optional() }),
});

/** Adds the current request's id and trace, so that the job's log lines contain them. */
export function withCause<Payload extends object>(payload: Payload): Payload {
  const scope = getRequestScope();
  if (!scope?.requestId) return payload;
  const { requestId, span } = scope;
  return { ...payload, cause: { requestId, ...(span ? { traceparent: span.traceparent } : {}) } };
}

/** Returns the scope of a job's run, which continues the trace of the request that enqueued it. */
export function createJobScope(queue: string, id: string, payload: unknown): RequestScope {
  const cause = jobCause.safeParse(payload).data?.cause;
  const traceparent = cause?.traceparent;
  const span = startTrace(`job ${queue}`, { job: id }, { startedAt: Date.now(), traceparent });
  return { requestId: cause?.requestId, job: { id, queue }, span };
}
