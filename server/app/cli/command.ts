import type { DbClient } from '#db/client.ts';
import { readDate } from '../../lib/readers/date.ts';
import type { Deps } from '../../platform/deps.ts';
import type { JobQueue } from '../../platform/jobs/queue.ts';

export interface CommandDeps extends Pick<Deps, 'db' | 'now' | 'config'> {
  /** The instance of the embedded database. */
  embedded?: DbClient['embedded'];
  /** Opens the job queue, which few commands need. Call it before opening a transaction. */
  openJobs(): Promise<Pick<JobQueue, 'enqueue' | 'deadLetters'>>;
  /** Opens all of the server's dependencies, including Stripe. Undefined if only the database is open. */
  openServer?(): Promise<Deps>;
}

export interface Progress {
  done: number;
  /** The total amount of work, or null if unknown. */
  total: number | null;
  text: string;
}

/** Input and output of a command, on a terminal or through the command socket. */
export interface CommandIo {
  /** Standard input. Used only by commands with `readsInput`. */
  input: AsyncIterable<Uint8Array>;
  /** Writes to standard output. Resolves when the reader can take more. */
  write(text: string): Promise<void>;
  note(line: string): void;
  progress(step: Progress): void;
  /** Aborted when the caller disconnects or the server stops. */
  signal: AbortSignal;
}

export const SILENT_IO: CommandIo = {
  input: (async function* () {})(),
  write: async () => {},
  note: () => {},
  progress: () => {},
  signal: new AbortController().signal,
};

export interface Command<D = CommandDeps> {
  usage: string;
  /** True if the command also works on a database with pending migrations. */
  worksOnOlderSchema?: boolean;
  /** Returns the text to print at the end. */
  run(deps: D, args: string[], io: CommandIo): Promise<string>;
  /**
   * Makes paths absolute, because the server that runs the command may have a different working directory.
   */
  resolvePaths?(args: string[]): string[];
  readsInput?(args: string[]): boolean;
}

/** An error that the operator can fix. Only its message is printed, without a stack trace. */
export class CommandError extends Error {}

/** An error in the arguments. The command's usage is printed below its message. */
export class UsageError extends CommandError {}

/** Returns a day as YYYY-MM-DD. Refuses '03/04/2027', which means different days in different countries. */
export function readDay(text: string): string {
  const reading = readDate(text, { format: '' });
  if ('error' in reading) throw new UsageError(`'${text}' is not a day: use YYYY-MM-DD.`);
  return reading.value;
}

/** Opens the server's dependencies for a command that calls Stripe. */
export async function requireServer(deps: CommandDeps): Promise<Deps> {
  if (!deps.openServer)
    throw new CommandError('This command needs the running server. Start it first: npm start');
  return deps.openServer();
}

export interface CommandResult {
  /** 0 for success, 1 for a failure, 2 for invalid arguments. */
  exitCode: 0 | 1 | 2;
  output: string;
}

export function isHelpRequested(args: readonly string[]): boolean {
  return args[0] === 'help' || args.includes('--help') || args.includes('-h');
}
