import type { Logger } from '#server/deps.ts';

export interface LogLine {
  level: 'warn' | 'error' | 'fatal';
  text: string;
}

export interface RecordingLogger extends Logger {
  /** What was logged as a fault since last asked. */
  takeFaults(): LogLine[];
  /** Every line so far, of whatever level. */
  everything(): string;
}

function textOf(parts: unknown[]): string {
  return parts
    .map((part) => (typeof part === 'string' ? part : JSON.stringify(part, readableErrors)))
    .join(' ');
}

function readableErrors(_key: string, value: unknown): unknown {
  return value instanceof Error ? { stack: value.stack, cause: value.cause } : value;
}

/** Keeps what is logged, says nothing. */
export function recordingLogger(): RecordingLogger {
  let faults: LogLine[] = [];
  const said: unknown[][] = [];
  const record =
    (level: LogLine['level']) =>
    (...parts: unknown[]) => {
      said.push(parts);
      faults.push({ level, text: textOf(parts) });
    };
  const quiet = (...parts: unknown[]) => {
    said.push(parts);
  };
  const logger: RecordingLogger = {
    level: 'warn',
    fatal: record('fatal'),
    error: record('error'),
    warn: record('warn'),
    info: quiet,
    debug: quiet,
    trace: quiet,
    silent: () => {},
    child: () => logger,
    takeFaults: () => {
      const taken = faults;
      faults = [];
      return taken;
    },
    everything: () => said.map(textOf).join('\n'),
  };
  return logger;
}
