import type { Logger } from '#server/deps.ts';

export interface LogLine {
  level: 'warn' | 'error' | 'fatal';
  text: string;
}

export interface RecordingLogger extends Logger {
  /** What was logged as a fault since last asked. */
  takeFaults(): LogLine[];
}

function textOf(parts: unknown[]): string {
  return parts
    .map((part) => (typeof part === 'string' ? part : JSON.stringify(part, readableErrors)))
    .join(' ');
}

function readableErrors(_key: string, value: unknown): unknown {
  return value instanceof Error ? { stack: value.stack, cause: value.cause } : value;
}

/** Keeps warnings and errors, says nothing. */
export function recordingLogger(): RecordingLogger {
  let faults: LogLine[] = [];
  const record =
    (level: LogLine['level']) =>
    (...parts: unknown[]) => {
      faults.push({ level, text: textOf(parts) });
    };
  const quiet = () => {};
  const logger: RecordingLogger = {
    level: 'warn',
    fatal: record('fatal'),
    error: record('error'),
    warn: record('warn'),
    info: quiet,
    debug: quiet,
    trace: quiet,
    silent: quiet,
    child: () => logger,
    takeFaults: () => {
      const taken = faults;
      faults = [];
      return taken;
    },
  };
  return logger;
}
