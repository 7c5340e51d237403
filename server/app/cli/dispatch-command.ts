import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { createDb, type Db, type DbClient } from '#db/client.ts';
import { listNewerMigrations, listPendingMigrations, SchemaTooNew } from '#db/migration-list.ts';
import { bypassPooler } from '#db/pool.ts';
import type { Config } from '../../platform/config/config.ts';
import { getServerLocation } from '../../platform/config/database-settings.ts';
import { readAddress } from '../../platform/integrations/stripe/sandbox-address.ts';
import type { JobQueue } from '../../platform/jobs/queue.ts';
import type { OpenedDeps } from '../open-deps.ts';
import { assertPayments } from '../startup/installation.service.ts';
import { openLog } from '../startup/logger.ts';
import { CommandError, type CommandIo, type CommandResult, isHelpRequested, SILENT_IO } from './command.ts';
import { COMMANDS, type CommandName } from './commands.ts';
import { executeCommand } from './execute-command.ts';
import { type CommandReply, commandReply, commandSocketPath, splitLines } from './socket-protocol.ts';

/**
 * These codes mean that no server is running: the socket doesn't exist, or the process that created it was
 * killed.
 */
const NO_SERVER_CODES = new Set(['ENOENT', 'ENOTDIR', 'ECONNREFUSED']);

function getErrorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** Streams standard input to the server, which may respond and disconnect before the input ends. */
async function sendInput(socket: Socket, input: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const chunk of input) {
    if (socket.destroyed) return;
    if (!socket.write(chunk)) await once(socket, 'drain');
  }
  socket.end();
}

/** Runs the command through the running server's socket. Returns undefined if no server is running. */
async function runInServer(
  path: string,
  name: CommandName,
  args: string[],
  io: CommandIo,
): Promise<CommandResult | undefined> {
  const command = await COMMANDS[name]();
  const socket = connect({ path, allowHalfOpen: true });
  try {
    await once(socket, 'connect');
    socket.write(`${JSON.stringify({ command: name, args })}\n`);
    if (command.readsInput?.(args)) sendInput(socket, io.input).catch(() => {});
    else socket.end();
    for await (const line of splitLines(socket.iterator({ destroyOnReturn: false }))) {
      const reply = commandReply.parse(JSON.parse(line));
      if ('exitCode' in reply) return reply;
      await forwardReply(reply, io);
    }
    throw new Error('it closed the connection.');
  } catch (error) {
    if (NO_SERVER_CODES.has(getErrorCode(error))) return undefined;
    throw new CommandError(
      `The running server did not respond: ${error instanceof Error ? error.message : error}`,
    );
  } finally {
    socket.destroy();
  }
}

async function forwardReply(reply: Exclude<CommandReply, CommandResult>, io: CommandIo): Promise<void> {
  if ('write' in reply) await io.write(reply.write);
  else if ('note' in reply) io.note(reply.note);
  else io.progress(reply.progress);
}

async function openQueue(client: DbClient, config: Config): Promise<JobQueue> {
  // Import lazily, because few commands send email.
  const { openJobQueue } = await import('../../platform/jobs/queue.ts');
  return openJobQueue(client, openLog(config).log, undefined, { hasWorkers: false });
}

/**
 * Opens the server's dependencies in this process. Requires DATABASE_URL, because the embedded database can
 * be opened only once.
 */
async function openServerDeps(config: Config): Promise<OpenedDeps> {
  if (!config.databaseUrl)
    throw new CommandError('This command needs the running server. Start it first: npm start');
  const sandboxUrl = config.sandboxUrl ?? readAddress(config.dataDir)?.url;
  if (!config.stripe && !sandboxUrl) {
    throw new CommandError('The payment sandbox runs with the server. Start it first: npm start');
  }
  // Import lazily, because few commands charge cards.
  const { openDeps } = await import('../open-deps.ts');
  return openDeps({ ...config, sandboxUrl }, openLog(config));
}

async function requireCurrentSchema(db: Db): Promise<void> {
  if ((await listPendingMigrations(db)).length > 0)
    throw new CommandError('The database is not up to date. Migrate it first: npm run db:migrate');
  await listNewerMigrations(db).catch((error: unknown) => {
    throw error instanceof SchemaTooNew ? new CommandError(error.message) : error;
  });
}

async function runInProcess(
  config: Config,
  name: CommandName,
  args: string[],
  io: CommandIo,
): Promise<CommandResult> {
  const server = getServerLocation(config);
  const client = await createDb(
    server
      ? { ...bypassPooler(server), poolSize: 2, applicationName: 'everything-card command' }
      : { dataDir: config.dataDir },
  );
  let jobQueue: Promise<JobQueue> | undefined;
  let openedDeps: Promise<OpenedDeps> | undefined;
  const openJobs = () => {
    jobQueue ??= openQueue(client, config);
    return jobQueue;
  };
  const openServer = async () => {
    openedDeps ??= openServerDeps(config);
    return (await openedDeps).deps;
  };
  try {
    await assertPayments(client.db, config);
    const command = await COMMANDS[name]();
    if (!command.worksOnOlderSchema) await requireCurrentSchema(client.db);
    const { db, embedded } = client;
    const deps = { db, embedded, now: () => new Date(), config, openJobs, openServer };
    return await executeCommand(command, deps, args, io);
  } finally {
    await (await openedDeps?.catch(() => undefined))?.close();
    await (await jobQueue)?.stop();
    await client.close();
  }
}

/**
 * Runs a command in the running server if the database is embedded. Without a running server, or with
 * DATABASE_URL, runs it in this process.
 */
export async function dispatchCommand(
  config: Config,
  name: CommandName,
  rawArgs: string[],
  io: CommandIo = SILENT_IO,
): Promise<CommandResult> {
  const command = await COMMANDS[name]();
  if (isHelpRequested(rawArgs)) return { exitCode: 0, output: command.usage };
  const args = command.resolvePaths?.(rawArgs) ?? rawArgs;
  const path = config.databaseUrl ? undefined : commandSocketPath(config.dataDir);
  const serverResult = path ? await runInServer(path, name, args, io) : undefined;
  return serverResult ?? runInProcess(config, name, args, io);
}
