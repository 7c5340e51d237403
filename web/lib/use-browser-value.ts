import { useSyncExternalStore } from 'react';

const subscribeToNothing = () => () => {};

/** Returns what only the browser knows; on the server and until hydration, returns `assumed`. */
export function useBrowserValue<Value extends boolean | string>(read: () => Value, assumed: Value): Value {
  return useSyncExternalStore(subscribeToNothing, read, () => assumed);
}
