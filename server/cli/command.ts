import type { Deps } from '../deps.ts';

/** What a command may reach: it runs inside the server, or over a database that it opened itself (DESIGN D46). */
export type CommandDeps = Pick<Deps, 'db' | 'now' | 'config'>;

/** Does what the arguments say and returns what is to be printed. */
export interface Command {
  usage: string;
  run(deps: CommandDeps, args: string[]): Promise<string>;
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
