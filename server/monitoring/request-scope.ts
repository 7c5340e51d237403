import { AsyncLocalStorage } from 'node:async_hooks';

/** Identifies the request that caused the current work. */
export interface RequestScope {
  requestId: string;
}

const scopes = new AsyncLocalStorage<RequestScope>();

export function runInRequestScope<T>(scope: RequestScope, work: () => T): T {
  return scopes.run(scope, work);
}

/** Undefined in jobs, timers, and commands. */
export function getRequestScope(): RequestScope | undefined {
  return scopes.getStore();
}
