import {
  type Command,
  CommandError,
  type CommandIo,
  type CommandResult,
  isHelpRequested,
  SILENT_IO,
  UsageError,
} from './command.ts';

/**
 * Runs a command. Returns the message of an error that the operator can fix, and rethrows any other error.
 */
export async function executeCommand<D>(
  command: Command<D>,
  deps: D,
  args: string[],
  io: CommandIo = SILENT_IO,
): Promise<CommandResult> {
  if (isHelpRequested(args)) return { exitCode: 0, output: command.usage };
  try {
    return { exitCode: 0, output: await command.run(deps, args, io) };
  } catch (error) {
    if (error instanceof UsageError || isParseError(error)) {
      return { exitCode: 2, output: `${error.message}\n\n${command.usage}` };
    }
    if (error instanceof CommandError) return { exitCode: 1, output: error.message };
    throw error;
  }
}

/** True for errors that node:util's `parseArgs` throws. */
function isParseError(error: unknown): error is Error {
  return (
    error instanceof TypeError &&
    'code' in error &&
    typeof error.code === 'string' &&
    error.code.startsWith('ERR_PARSE_ARGS')
  );
}
