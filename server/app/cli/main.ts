import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { DataDirInUse } from '#db/owner-lock.ts';
import { ConfigError, loadConfig, readEnvironment } from '../../platform/config/config.ts';
import { CommandError, type CommandIo, type CommandResult, type Progress } from './command.ts';
import { COMMANDS, isCommandName } from './commands.ts';
import { executeCommand } from './execute-command.ts';

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

// `npm run <name> -- …` runs `node server/app/cli/main.ts <name> …`.

const UNREACHABLE_CODES = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);
const UNUSABLE_FOLDER_CODES = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'ENOSPC']);

/**
 * Describes an error that the operator can fix, such as an unreachable database, in one sentence. Returns
 * undefined for other errors, whose stack trace is needed.
 */
function describeFailure(error: unknown): string | undefined {
  if (error instanceof ConfigError || error instanceof DataDirInUse || error instanceof CommandError) {
    return error.message;
  }
  const connection = error instanceof AggregateError ? error.errors[0] : error;
  if (!(connection instanceof Error && 'code' in connection && typeof connection.code === 'string')) {
    return undefined;
  }
  if (UNREACHABLE_CODES.has(connection.code)) return `Can't reach the database: ${connection.message}`;
  if (UNUSABLE_FOLDER_CODES.has(connection.code)) return `Can't use the data folder: ${connection.message}`;
  return undefined;
}

/** Commands that `dispatchCommand` doesn't run. Most of them need no database. Imported only when needed. */
const PROGRAMS: Readonly<Record<string, (args: string[], io: CommandIo) => Promise<CommandResult>>> = {
  sandbox: async (args) => (await import('./sandbox.ts')).runSandbox(args),
  'db:new': async (args) => (await import('./db-new.ts')).createMigration(args),
  doctor: async (args, io) => {
    const { runDoctor } = await import('./doctor/doctor.ts');
    const { exitCode, output } = await runDoctor(args, { env: readEnvironment() });
    // A report of problems is still a result, so it goes to standard output.
    await io.write(`${output}\n`);
    return { exitCode, output: '' };
  },
  restore: async (args, io) => {
    const { restoreCommand } = await import('./restore.ts');
    return executeCommand(restoreCommand, { config: loadConfig() }, args, io);
  },
  'db:export': async (args, io) => {
    const { exportCommand } = await import('./db-export.ts');
    return executeCommand(exportCommand, { config: loadConfig() }, args, io);
  },
};

async function runByName(name: string, args: string[], io: CommandIo): Promise<CommandResult> {
  const program = Object.hasOwn(PROGRAMS, name) ? PROGRAMS[name] : undefined;
  if (program) return program(args, io);
  if (!isCommandName(name)) {
    const names = [...Object.keys(COMMANDS), ...Object.keys(PROGRAMS)];
    return { exitCode: 2, output: `Usage:\n  npm run <command> -- help\n\nCommands: ${names.join(', ')}.` };
  }
  const { dispatchCommand } = await import('./dispatch-command.ts');
  return dispatchCommand(loadConfig(), name, args, io);
}

const [name = '', ...args] = process.argv.slice(2);
const io = createTerminalIo(process);
try {
  const { exitCode, output } = await runByName(name, args, io);
  io.close();
  process.exitCode = exitCode;
  if (output !== '' && exitCode !== 0) console.error(output);
  else if (output !== '') console.log(output);
} catch (error) {
  io.close();
  process.exitCode = 1;
  console.error(describeFailure(error) ?? error);
}
// pg_dump leaves a timer behind, which would keep the process alive.
if (name === 'db:export') process.exit();
