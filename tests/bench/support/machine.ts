import { availableParallelism, cpus, loadavg, release, totalmem, type } from 'node:os';
import type { Machine } from './report.ts';

/** Describes the machine, including how busy it is, for the report's header. */
export function describeMachine(postgres: string | undefined): Machine {
  const cores = `${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'})`;
  const memory = `${Math.round(totalmem() / 2 ** 30)} GB`;
  return {
    description: [
      `Machine: ${cores}, ${memory}, ${type()} ${release()}`,
      `Node ${process.versions.node}, ${postgres ?? 'no PostgreSQL'}`,
    ].join('; '),
    load: loadavg()[0]?.toFixed(1) ?? '?',
  };
}
