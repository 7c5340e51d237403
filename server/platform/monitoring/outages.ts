export type Dependency = 'database' | 'Stripe' | 'mail server' | 'file store';

/** Logs only the start and the end of a dependency's outage, however many calls fail in between. */
export interface Outages {
  /** Counts a failure. The first one begins an outage. */
  fail(dependency: Dependency, error: unknown): void;
  /** Reports that the dependency works. */
  succeed(dependency: Dependency): void;
  /** Sets the call that is tried every second during an outage, until it succeeds. */
  probe(dependency: Dependency, attempt: () => Promise<unknown>): void;
}

interface Outage {
  startedAt: number;
  failures: number;
  lastFailureAt: number;
  /** The first success after the last failure. */
  recoveredAt: number | null;
  timer: NodeJS.Timeout;
}

interface OutageLog {
  error(fields: object, text: string): void;
  warn(fields: object, text: string): void;
}

/**
 * An outage is over once nothing has failed for this long. Otherwise, a shaky dependency would fill the log.
 */
const QUIET_MS = 5_000;
const PROBE_MS = 1_000;

export function createOutages(log: OutageLog, quietMs = QUIET_MS): Outages {
  const outages = new Map<Dependency, Outage>();
  const attempts = new Map<Dependency, () => Promise<unknown>>();

  function succeed(dependency: Dependency): void {
    const outage = outages.get(dependency);
    if (outage) outage.recoveredAt ??= Date.now();
  }

  function check(dependency: Dependency, outage: Outage): void {
    const { startedAt, failures, lastFailureAt, recoveredAt } = outage;
    if (recoveredAt === null) {
      attempts
        .get(dependency)?.()
        .then(
          () => succeed(dependency),
          () => {},
        );
      return;
    }
    if (Date.now() - lastFailureAt < quietMs) return;
    clearInterval(outage.timer);
    outages.delete(dependency);
    const seconds = (recoveredAt - startedAt) / 1000;
    log.warn({ outage: dependency, seconds, failures }, `the ${dependency} is available again`);
  }

  function begin(dependency: Dependency, error: unknown): Outage {
    const timer = setInterval(() => check(dependency, outage), PROBE_MS).unref();
    const outage: Outage = {
      startedAt: Date.now(),
      failures: 0,
      lastFailureAt: 0,
      recoveredAt: null,
      timer,
    };
    outages.set(dependency, outage);
    const reason = error instanceof Error ? error.message : String(error);
    log.error({ outage: dependency, reason }, `the ${dependency} is unavailable`);
    return outage;
  }

  return {
    succeed,
    probe: (dependency, attempt) => void attempts.set(dependency, attempt),
    fail: (dependency, error) => {
      const outage = outages.get(dependency) ?? begin(dependency, error);
      outage.failures += 1;
      outage.lastFailureAt = Date.now();
      outage.recoveredAt = null;
    },
  };
}
