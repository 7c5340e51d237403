import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import type { CommandIo, Progress } from './command.ts';

const BAR_WIDTH = 30;
/** How often progress is written to a log, which keeps every line. */
const LINE_EVERY_MS = 5_000;
const CLEAR_LINE = '\r\u001b[K';

interface Streams {
  stdin: Readable;
  stdout: Writable;
  stderr: Writable & { isTTY?: boolean };
}

/** '[###------]  42 %  1,200 rows', or only the text if the total is unknown. */
export function progressBar({ done, total, text }: Progress): string {
  if (total === null) return text;
  const part = total === 0 ? 1 : Math.min(1, done / total);
  const filled = Math.round(part * BAR_WIDTH);
  const bar = '#'.repeat(filled).padEnd(BAR_WIDTH, '-');
  return `[${bar}] ${String(Math.floor(part * 100)).padStart(3)} %  ${text}`;
}

/** Writes results to standard output, and notes and progress to standard error. */
export function terminal({ stdin, stdout, stderr }: Streams): CommandIo & { close(): void } {
  let barShown = false;
  let lastLine = performance.now();
  let inputOpened = false;
  const clear = () => {
    if (barShown) stderr.write(CLEAR_LINE);
    barShown = false;
  };
  return {
    input: (async function* () {
      inputOpened = true;
      yield* stdin;
    })(),
    write: async (text) => {
      clear();
      if (!stdout.write(text)) await once(stdout, 'drain');
    },
    note: (line) => {
      clear();
      stderr.write(`${line}\n`);
    },
    progress: (step) => {
      if (stderr.isTTY) {
        stderr.write(`${CLEAR_LINE}${progressBar(step)}`);
        barShown = true;
      } else if (performance.now() - lastLine >= LINE_EVERY_MS) {
        lastLine = performance.now();
        stderr.write(`${progressBar(step)}\n`);
      }
    },
    signal: new AbortController().signal,
    close: () => {
      clear();
      // An open input pipe would keep the process alive.
      if (inputOpened) stdin.destroy();
    },
  };
}
