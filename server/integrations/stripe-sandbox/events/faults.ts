import type { Fault } from '../state/state.ts';
import type { World } from '../state/world.ts';

/** The first fault of a kind that is in force for this request, with one of its strikes used up. */
export function takeFault(world: World, kind: Fault['kind'], request?: string): Fault | undefined {
  const { faults } = world.state;
  const struck = faults.find((fault) => fault.kind === kind && fits(fault, request));
  if (struck === undefined) return undefined;
  const left = struck.times - 1;
  world.changeState({
    faults: faults.flatMap((fault) => {
      if (fault !== struck) return [fault];
      return left === 0 ? [] : [{ ...fault, times: left }];
    }),
  });
  return struck;
}

/** `POST /v1/subscriptions` fits that path and every path below it; no pattern fits any POST. */
function fits(fault: Fault, request: string | undefined): boolean {
  if (request === undefined) return true;
  if (fault.match === undefined) return request.startsWith('POST ');
  return request === fault.match || request.startsWith(`${fault.match}/`);
}
