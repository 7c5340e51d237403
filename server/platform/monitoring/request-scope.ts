import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span } from './span.ts';

/** What caused the current work. A job keeps the request that enqueued it. */
export interface RequestScope {
  /** Undefined in a job that no request caused. */
  requestId: string | undefined;
  job?: { id: string; queue: string };
  /** The current step, if this request or job is traced. */
  span?: Span | undefined;
}

const scopes = new AsyncLocalStorage<RequestScope>();

export function runInRequestScope<T>(scope: RequestScope, work: () => T): T {
  return scopes.run(scope, work);
}

/** Returns undefined in timers and commands. */
export function getRequestScope(): RequestScope | undefined {
  return scopes.getStore();
}

/** Returns the fields for log lines that identify the cause of the current work. */
export function getLogFields(): Record<string, string> {
  const scope = scopes.getStore();
  return {
    ...(scope?.requestId ? { requestId: scope.requestId } : {}),
    ...(scope?.job ? { job: scope.job.id, queue: scope.job.queue } : {}),
    ...(scope?.span ? { traceId: scope.span.traceId } : {}),
  };
}
