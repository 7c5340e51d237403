import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { createDb, type DbLocation } from '#db/client.ts';
import { pendingMigrations } from '#db/migrate.ts';
import type { Config } from '../config.ts';
import { CommandError, type CommandResult } from './command.ts';
import { COMMANDS, type CommandName } from './commands.ts';
import { execute } from './execute.ts';
import { commandReply, commandSocketPath } from './socket-protocol.ts';

/** No server listens there: the file or its folder is missing, or a killed process left it. */
const NOBODY = new Set(['ENOENT', 'ENOTDIR', 'ECONNREFUSED']);

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** Lets the running server do it; undefined where none runs. */
async function askServer(path: string, command: string, args: string[]): Promise<CommandResult | undefined> {
  const socket = connect({ path, allowHalfOpen: true });
  try {
    await new Promise<void>((done, failed) => {
      socket.once('connect', done);
      socket.once('error', failed);
    });
    socket.end(JSON.stringify({ command, args }));
    return commandReply.parse(JSON.parse(await text(socket)));
  } catch (error) {
    if (NOBODY.has(codeOf(error))) return undefined;
    throw new CommandError(
      `The running server did not answer: ${error instanceof Error ? error.message : error}`,
    );
  } finally {
    socket.destroy();
  }
}

async function runHere(config: Config, name: CommandName, args: string[]): Promise<CommandResult> {
  const location: DbLocation = config.databaseUrl
    ? { databaseUrl: config.databaseUrl, poolSize: 2 }
    : { dataDir: config.dataDir };
  const client = await createDb(location);
  try {
    if (name !== 'db:migrate' && (await pendingMigrations(client.db)).length > 0) {
      throw new CommandError('The database is not up to date. First: npm run db:migrate');
    }
    return await execute(COMMANDS[name], { db: client.db, now: () => new Date(), config }, args);
  } finally {
    await client.close();
  }
}

/** Runs a command in the server that owns the embedded database, or, where there is none, over the database itself. */
export async function runCommand(config: Config, name: CommandName, args: string[]): Promise<CommandResult> {
  if (args.includes('--help')) return { exitCode: 0, output: COMMANDS[name].usage };
  const path = config.databaseUrl ? undefined : commandSocketPath(config.dataDir);
  const answered = path ? await askServer(path, name, args) : undefined;
  return answered ?? runHere(config, name, args);
}
