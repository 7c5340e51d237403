import { DataDirInUse } from '#db/owner-lock.ts';
import { ConfigError, loadConfig } from '../config/config.ts';
import { CommandError } from './command.ts';
import type { CommandName } from './commands.ts';
import { runCommand } from './run-command.ts';
import { terminal } from './terminal.ts';

const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);
const UNUSABLE = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'ENOSPC']);

/** Faults of the surroundings: a sentence is enough, a stack would hide it. */
function sentenceOf(error: unknown): string | undefined {
  if (error instanceof ConfigError || error instanceof DataDirInUse || error instanceof CommandError) {
    return error.message;
  }
  const connection = error instanceof AggregateError ? error.errors[0] : error;
  if (!(connection instanceof Error && 'code' in connection && typeof connection.code === 'string')) {
    return undefined;
  }
  if (UNREACHABLE.has(connection.code)) return `The database does not answer: ${connection.message}`;
  if (UNUSABLE.has(connection.code)) return `The data folder cannot be used: ${connection.message}`;
  return undefined;
}

/** What `npm run <name> -- …` does: answers on standard output, complaints and exit code as a shell expects them. */
export async function commandLine(name: CommandName): Promise<void> {
  const io = terminal(process);
  try {
    const { exitCode, output } = await runCommand(loadConfig(), name, process.argv.slice(2), io);
    io.close();
    process.exitCode = exitCode;
    if (exitCode !== 0) console.error(output);
    else if (output !== '') console.log(output);
  } catch (error) {
    io.close();
    process.exitCode = 1;
    console.error(sentenceOf(error) ?? error);
  }
}
