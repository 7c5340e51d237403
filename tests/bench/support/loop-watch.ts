/** The longest that one turn of this thread's event loop kept the processor busy. */
export interface LoopWatch {
  /** In milliseconds, since the last call. */
  takeLongest(): number;
  stop(): void;
}

/**
 * Counts the thread's processor time and not the time on the wall, so that other processes on the machine don't matter.
 * Keeps the loop turning, which costs one processor.
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
    takeLongest: () => {
      const taken = longestMs;
      longestMs = 0;
      before = process.threadCpuUsage();
      return taken;
    },
    stop: () => {
      isStopped = true;
    },
  };
}
