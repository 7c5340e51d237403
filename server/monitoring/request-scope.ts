import { AsyncLocalStorage } from 'node:async_hooks';

/** What is known of the request that caused the current work. */
export interface RequestScope {
  requestId: string;
}

const scopes = new AsyncLocalStorage<RequestScope>();

export function runInRequestScope<T>(scope: RequestScope, work: () => T): T {
  return scopes.run(scope, work);
}

/** The current request's scope; undefined in jobs, timers, and commands. */
export function getRequestScope(): RequestScope | undefined {
  return scopes.getStore();
}
