import type { Deps } from '../deps.ts';
import type { JobQueue } from '../jobs/queue.ts';

/** The dependencies of a command, whether it runs in the server or on its own database connection (D46). */
export interface CommandDeps extends Pick<Deps, 'db' | 'now' | 'config'> {
  /** Opens the job queue. Call it before a transaction, and only if the command sends an email. */
  openJobs(): Promise<Pick<JobQueue, 'enqueue'>>;
  /** Opens the server's full dependencies, for commands that charge a card. Undefined if only the database is open. */
  openServer?(): Promise<Deps>;
}

export interface Progress {
  done: number;
  /** Null while the total is unknown. */
  total: number | null;
  text: string;
}

/** A command's input and output, whether it runs in this process or answers through the socket. */
export interface CommandIo {
  /** Standard input, for a command with `readsInput`. */
  input: AsyncIterable<Uint8Array>;
  /** Writes results to standard output, and waits while the reader is slow. */
  write(text: string): Promise<void>;
  /** Writes a line to standard error. */
  note(line: string): void;
  progress(step: Progress): void;
  /** Aborted when the caller disconnects or the server stops, so that long work can end early. */
  signal: AbortSignal;
}

export const SILENT_IO: CommandIo = {
  input: (async function* () {})(),
  write: async () => {},
  note: () => {},
  progress: () => {},
  signal: new AbortController().signal,
};

export interface Command {
  usage: string;
  /** Returns what to print when it is done. */
  run(deps: CommandDeps, args: string[], io: CommandIo): Promise<string>;
  /** Makes paths absolute, because the server that runs the command has another working directory. */
  resolvePaths?(args: string[]): string[];
  readsInput?(args: string[]): boolean;
}

/** A mistake that the operator can fix. Only its message is printed. */
export class CommandError extends Error {}

/** Wrong arguments. The usage is printed below the message. */
export class UsageError extends CommandError {}

/** The server's dependencies, for a command that talks to Stripe. */
export async function requireServer(deps: CommandDeps): Promise<Deps> {
  if (!deps.openServer)
    throw new CommandError('This command needs the running server. Start it first: npm start');
  return deps.openServer();
}

export interface CommandResult {
  /** 0 done, 1 refused or failed, 2 wrong arguments. */
  exitCode: 0 | 1 | 2;
  output: string;
}

export function isHelpRequested(args: readonly string[]): boolean {
  return args[0] === 'help' || args.includes('--help') || args.includes('-h');
}
