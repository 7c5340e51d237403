/** Measures how long one turn of this thread's event loop keeps the CPU busy. */
export interface LoopWatch {
  /** Returns the longest turn since the last call and resets it. */
  takeLongestMs(): number;
  stop(): void;
}

/**
 * Measures the thread's CPU time instead of elapsed time, so that other processes on the machine don't
 * matter. Keeps the loop turning, which occupies one CPU core.
 */
export function watchLoop(): LoopWatch {
  let longestMs = 0;
  let isStopped = false;
  let before = process.threadCpuUsage();
  const measureTurn = () => {
    const now = process.threadCpuUsage();
    longestMs = Math.max(longestMs, (now.user - before.user + now.system - before.system) / 1000);
    before = now;
    if (!isStopped) setImmediate(measureTurn);
  };
  setImmediate(measureTurn);
  return {
    takeLongestMs: () => {
      const resultMs = longestMs;
      longestMs = 0;
      before = process.threadCpuUsage();
      return resultMs;
    },
    stop: () => {
      isStopped = true;
    },
  };
}
