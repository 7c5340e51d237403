/** Makes this process's clock wrong by a fixed time, as on a server whose clock isn't synchronized. */
export function skewClock(ms: number): void {
  globalThis.Date = new Proxy(Date, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 ? [target.now() + ms] : args, newTarget),
    get: (target, property) => (property === 'now' ? () => target.now() + ms : Reflect.get(target, property)),
  });
}
