import { DataDirInUse } from '#db/owner-lock.ts';
import { ConfigError, loadConfig, readEnvironment } from '../config/config.ts';
import { CommandError, type CommandIo, type CommandResult } from './command.ts';
import { createTerminalIo } from './terminal.ts';

// `npm run <name> -- …` runs `node server/cli/main.ts <name> …`.

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

/** Imports each command lazily: some must work without a database. */
async function runByName(name: string, args: string[], io: CommandIo): Promise<CommandResult> {
  if (name === 'sandbox') {
    const { runSandbox } = await import('./sandbox.ts');
    return runSandbox(args);
  }
  if (name === 'doctor') {
    const { runDoctor } = await import('./doctor/doctor.ts');
    const { exitCode, output } = await runDoctor(args, { env: readEnvironment() });
    // A report of problems is still a result, so it goes to standard output.
    await io.write(`${output}\n`);
    return { exitCode, output: '' };
  }
  if (name === 'db:new') {
    const { createMigration } = await import('./db-new.ts');
    return createMigration(args);
  }
  const { COMMANDS, isCommandName } = await import('./commands.ts');
  if (!isCommandName(name)) {
    const names = [...Object.keys(COMMANDS), 'db:new', 'doctor', 'sandbox'];
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
