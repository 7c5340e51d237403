import type { Logger } from '#server/platform/deps.ts';

export interface LogLine {
  level: 'warn' | 'error' | 'fatal';
  text: string;
}

export interface RecordingLogger extends Logger {
  /** Returns the warnings and errors logged since the last call. */
  takeFaults(): LogLine[];
  /** Returns every line logged so far, at any level. */
  readAll(): string;
}

function formatParts(parts: unknown[]): string {
  return parts
    .map((part) => (typeof part === 'string' ? part : JSON.stringify(part, readableErrors)))
    .join(' ');
}

function readableErrors(_key: string, value: unknown): unknown {
  return value instanceof Error ? { stack: value.stack, cause: value.cause } : value;
}

/** Records log lines without printing them. */
export function recordingLogger(): RecordingLogger {
  let faults: LogLine[] = [];
  const lines: unknown[][] = [];
  const record =
    (level: LogLine['level']) =>
    (...parts: unknown[]) => {
      lines.push(parts);
      faults.push({ level, text: formatParts(parts) });
    };
  const recordQuietly = (...parts: unknown[]) => {
    lines.push(parts);
  };
  const logger: RecordingLogger = {
    level: 'warn',
    fatal: record('fatal'),
    error: record('error'),
    warn: record('warn'),
    info: recordQuietly,
    debug: recordQuietly,
    trace: recordQuietly,
    silent: () => {},
    child: () => logger,
    takeFaults: () => {
      const takenFaults = faults;
      faults = [];
      return takenFaults;
    },
    readAll: () => lines.map(formatParts).join('\n'),
  };
  return logger;
}
