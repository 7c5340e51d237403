import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import type { CommandIo, Progress } from './command.ts';

const BAR_WIDTH = 30;
/**
 * How often a progress line is written if standard error is a file or a pipe, where lines can't be
 * overwritten.
 */
const LOG_INTERVAL_MS = 5_000;
const CLEAR_LINE = '\r\u001b[K';

interface Streams {
  stdin: Readable;
  stdout: Writable;
  stderr: Writable & { isTTY?: boolean };
}

/** Formats progress as '[###------]  42 %  1,200 rows', or as only the text if the total is unknown. */
export function formatProgress({ done, total, text }: Progress): string {
  if (total === null) return text;
  const ratio = total === 0 ? 1 : Math.min(1, done / total);
  const filledWidth = Math.round(ratio * BAR_WIDTH);
  const bar = '#'.repeat(filledWidth).padEnd(BAR_WIDTH, '-');
  return `[${bar}] ${String(Math.floor(ratio * 100)).padStart(3)} %  ${text}`;
}

/** Writes results to standard output, and notes and progress to standard error. */
export function createTerminalIo({ stdin, stdout, stderr }: Streams): CommandIo & { close(): void } {
  let isBarVisible = false;
  let lastLogAt = performance.now();
  let isInputOpen = false;
  const clearBar = () => {
    if (isBarVisible) stderr.write(CLEAR_LINE);
    isBarVisible = false;
  };
  return {
    input: (async function* () {
      isInputOpen = true;
      yield* stdin;
    })(),
    write: async (text) => {
      clearBar();
      if (!stdout.write(text)) await once(stdout, 'drain');
    },
    note: (line) => {
      clearBar();
      stderr.write(`${line}\n`);
    },
    progress: (step) => {
      if (stderr.isTTY) {
        stderr.write(`${CLEAR_LINE}${formatProgress(step)}`);
        isBarVisible = true;
      } else if (performance.now() - lastLogAt >= LOG_INTERVAL_MS) {
        lastLogAt = performance.now();
        stderr.write(`${formatProgress(step)}\n`);
      }
    },
    signal: new AbortController().signal,
    close: () => {
      clearBar();
      // An open input pipe would keep the process alive.
      if (isInputOpen) stdin.destroy();
    },
  };
}
