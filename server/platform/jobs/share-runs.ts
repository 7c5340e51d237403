/**
 * Returns a function that runs work at most once at a time per key. Calls that come before a run has begun
 * share it. Calls that come during a run share the next one, because the current one may have read a state
 * that has changed since.
 */
export function createRunSharing<Result>() {
  const waitingRuns = new Map<string, Promise<Result>>();
  const currentRuns = new Map<string, Promise<unknown>>();

  return (key: string, run: () => Promise<Result>): Promise<Result> => {
    const waitingRun = waitingRuns.get(key);
    if (waitingRun) return waitingRun;
    const next = (currentRuns.get(key) ?? Promise.resolve())
      // The current run reports its own failure.
      .catch(() => {})
      .then(() => {
        waitingRuns.delete(key);
        currentRuns.set(key, next);
        return run();
      })
      .finally(() => {
        if (currentRuns.get(key) === next) currentRuns.delete(key);
      });
    waitingRuns.set(key, next);
    return next;
  };
}
