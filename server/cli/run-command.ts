import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { createDb, type DbClient, type DbLocation } from '#db/client.ts';
import { pendingMigrations } from '#db/migrate.ts';
import type { Config } from '../config/config.ts';
import { readAddress } from '../integrations/stripe-sandbox/address.ts';
import type { JobQueue } from '../jobs/queue.ts';
import type { OpenedDeps } from '../open-deps.ts';
import { createLogger } from '../startup/logger.ts';
import { type Command, CommandError, type CommandIo, type CommandResult, SILENT } from './command.ts';
import { COMMANDS, type CommandName } from './commands.ts';
import { execute } from './execute.ts';
import { type CommandReply, commandReply, commandSocketPath, lines } from './socket-protocol.ts';

/** No server listens there: the file or its folder is missing, or a killed process left it. */
const NOBODY = new Set(['ENOENT', 'ENOTDIR', 'ECONNREFUSED']);

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** Sends what comes on standard input; a server that answers before its end has heard enough. */
async function sendInput(socket: Socket, input: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const chunk of input) {
    if (socket.destroyed) return;
    if (!socket.write(chunk)) await once(socket, 'drain');
  }
  socket.end();
}

/** Lets the running server do it; undefined where none runs. */
async function askServer(
  path: string,
  name: CommandName,
  args: string[],
  io: CommandIo,
): Promise<CommandResult | undefined> {
  const command: Command = COMMANDS[name];
  const socket = connect({ path, allowHalfOpen: true });
  try {
    await once(socket, 'connect');
    socket.write(`${JSON.stringify({ command: name, args })}\n`);
    if (command.readsInput?.(args)) sendInput(socket, io.input).catch(() => {});
    else socket.end();
    for await (const line of lines(socket.iterator({ destroyOnReturn: false }))) {
      const reply = commandReply.parse(JSON.parse(line));
      if ('exitCode' in reply) return reply;
      await show(reply, io);
    }
    throw new Error('it went away.');
  } catch (error) {
    if (NOBODY.has(codeOf(error))) return undefined;
    throw new CommandError(
      `The running server did not answer: ${error instanceof Error ? error.message : error}`,
    );
  } finally {
    socket.destroy();
  }
}

async function show(reply: Exclude<CommandReply, CommandResult>, io: CommandIo): Promise<void> {
  if ('write' in reply) await io.write(reply.write);
  else if ('note' in reply) io.note(reply.note);
  else io.progress(reply.progress);
}

async function openQueue(client: DbClient, config: Config): Promise<JobQueue> {
  // Loaded for the few commands that send mail.
  const { openJobQueue } = await import('../jobs/queue.ts');
  return openJobQueue(client, config.databaseUrl, createLogger(config));
}

/** All that a server has, over the same database: only where several processes may share that. */
async function openBeside(config: Config): Promise<OpenedDeps> {
  if (!config.databaseUrl) throw new CommandError('This needs the running server. First: npm start');
  const sandboxUrl = config.sandboxUrl ?? readAddress(config.dataDir)?.url;
  if (!config.stripe && !sandboxUrl) {
    throw new CommandError('The card network’s sandbox runs beside the server. First: npm start');
  }
  // Loaded for the few commands that charge cards.
  const { openDeps } = await import('../open-deps.ts');
  return openDeps({ ...config, sandboxUrl }, createLogger(config));
}

async function runHere(
  config: Config,
  name: CommandName,
  args: string[],
  io: CommandIo,
): Promise<CommandResult> {
  const location: DbLocation = config.databaseUrl
    ? { databaseUrl: config.databaseUrl, poolSize: 2 }
    : { dataDir: config.dataDir };
  const client = await createDb(location);
  let opened: Promise<JobQueue> | undefined;
  let server: Promise<OpenedDeps> | undefined;
  const openJobs = () => {
    opened ??= openQueue(client, config);
    return opened;
  };
  const openServer = async () => {
    server ??= openBeside(config);
    return (await server).deps;
  };
  try {
    if (name !== 'db:migrate' && (await pendingMigrations(client.db)).length > 0) {
      throw new CommandError('The database is not up to date. First: npm run db:migrate');
    }
    const deps = { db: client.db, now: () => new Date(), config, openJobs, openServer };
    return await execute(COMMANDS[name], deps, args, io);
  } finally {
    await (await server?.catch(() => undefined))?.close();
    await (await opened)?.stop();
    await client.close();
  }
}

/** Runs a command in the server that owns the embedded database, or, where there is none, over the database itself. */
export async function runCommand(
  config: Config,
  name: CommandName,
  typed: string[],
  io: CommandIo = SILENT,
): Promise<CommandResult> {
  const command: Command = COMMANDS[name];
  if (typed.includes('--help')) return { exitCode: 0, output: command.usage };
  const args = command.localArgs?.(typed) ?? typed;
  const path = config.databaseUrl ? undefined : commandSocketPath(config.dataDir);
  const answered = path ? await askServer(path, name, args, io) : undefined;
  return answered ?? runHere(config, name, args, io);
}
