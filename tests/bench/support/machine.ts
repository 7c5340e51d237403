import { availableParallelism, cpus, loadavg, release, totalmem, type } from 'node:os';
import type { Machine } from './report.ts';

/** Describes the machine, including how busy it is, for the report's header. */
export function describeMachine(postgres: string | undefined): Machine {
  const cores = `${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'})`;
  const memory = `${Math.round(totalmem() / 2 ** 30)} GB`;
  // The part after the hyphen may change without a difference in speed, and results of another machine are
  // removed.
  const system = `${type()} ${release().split('-')[0]}`;
  return {
    description: [
      `Machine: ${cores}, ${memory}, ${system}`,
      `Node ${process.versions.node}, ${postgres ?? 'no PostgreSQL'}`,
    ].join('; '),
    load: loadavg()[0]?.toFixed(1) ?? '?',
  };
}
