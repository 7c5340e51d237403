import { availableParallelism, cpus, loadavg, release, totalmem, type } from 'node:os';

/** Describes the machine, including how busy it is, for the report's header. */
export function describeMachine(postgres: string | undefined): string {
  const cores = `${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'})`;
  const memory = `${Math.round(totalmem() / 2 ** 30)} GB`;
  const load = loadavg()[0]?.toFixed(1) ?? '?';
  return [
    `Machine: ${cores}, ${memory}, ${type()} ${release()}, load ${load} before the run`,
    `Node ${process.versions.node}, ${postgres ?? 'no PostgreSQL'}`,
  ].join('\n');
}
