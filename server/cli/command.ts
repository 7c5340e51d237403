import type { Deps } from '../deps.ts';
import type { JobQueue } from '../jobs/queue.ts';

/** What a command may reach: it runs inside the server, or over a database that it opened itself (DESIGN D46). */
export interface CommandDeps extends Pick<Deps, 'db' | 'now' | 'config'> {
  /** Where mails wait for a server that sends them; to be asked for before a transaction, and only when needed. */
  openJobs(): Promise<Pick<JobQueue, 'enqueue'>>;
  /** All that a server has, for a command that charges a card; absent where a command has the database alone. */
  openServer?(): Promise<Deps>;
}

/** How far a long work is; `total` is null where nobody knows. */
export interface Progress {
  done: number;
  total: number | null;
  text: string;
}

/** Where a command stands in touch with whoever called it, be it in this process or through the socket. */
export interface CommandIo {
  /** Standard input, for a command that `readsInput`. */
  input: AsyncIterable<Uint8Array>;
  /** Results, on standard output; waits while they are read slowly. */
  write(text: string): Promise<void>;
  /** A line for whoever waits. */
  note(line: string): void;
  progress(step: Progress): void;
  /** Set when nobody waits any more, or the server stops: what goes on for long ends soon. */
  signal: AbortSignal;
}

export const SILENT: CommandIo = {
  input: (async function* () {})(),
  write: async () => {},
  note: () => {},
  progress: () => {},
  signal: new AbortController().signal,
};

/** Does what the arguments say and returns what is to be printed at its end. */
export interface Command {
  usage: string;
  run(deps: CommandDeps, args: string[], io: CommandIo): Promise<string>;
  /** The arguments as they mean the same elsewhere: paths made absolute where they were typed. */
  localArgs?(args: string[]): string[];
  readsInput?(args: string[]): boolean;
}

/** Something a person can put right: its sentence is printed, nothing else. */
export class CommandError extends Error {}

/** The arguments make no sense; the usage is printed below the sentence. */
export class UsageError extends CommandError {}

export interface CommandResult {
  /** 0 done, 1 refused or failed, 2 wrong arguments. */
  exitCode: 0 | 1 | 2;
  output: string;
}
