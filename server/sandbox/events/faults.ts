import type { Fault } from '../state/state.ts';
import type { World } from '../state/world.ts';

/** Returns the first fault of a kind that matches the request, and uses up one of its `times`. */
export function takeFault(world: World, kind: Fault['kind'], request?: string): Fault | undefined {
  const { faults } = world.state;
  const match = faults.find((fault) => fault.kind === kind && matches(fault, request));
  if (match === undefined) return undefined;
  const timesLeft = match.times - 1;
  world.changeState({
    faults: faults.flatMap((fault) => {
      if (fault !== match) return [fault];
      return timesLeft === 0 ? [] : [{ ...fault, times: timesLeft }];
    }),
  });
  return match;
}

/**
 * A pattern such as `POST /v1/subscriptions` also matches every path below it, and `:id` matches any segment.
 * Without a pattern, a fault matches any POST.
 */
function matches(fault: Fault, request: string | undefined): boolean {
  const parts = request?.split('/');
  const patternParts = (fault.match ?? 'POST ').split('/');
  return !parts || patternParts.every((part, index) => part === ':id' || part === parts[index]);
}
