import { once } from 'node:events';
import { chmod, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import type { Deps } from '../../platform/deps.ts';
import type { CommandDeps, CommandIo, CommandResult } from './command.ts';
import { COMMANDS, isCommandName } from './commands.ts';
import { executeCommand } from './execute-command.ts';
import { type CommandReply, commandRequest, commandSocketPath, splitFirstLine } from './socket-protocol.ts';

interface ErrorLog {
  error(details: object, message: string): void;
}
type SocketDeps = Pick<Deps, 'db' | 'now' | 'config' | 'jobs'> &
  Pick<CommandDeps, 'embedded'> & { log: ErrorLog };

const PRIVATE_FILE_MODE = 0o600;
const REQUEST_TIMEOUT_MS = 10_000;

async function runRequest(
  deps: CommandDeps,
  log: ErrorLog,
  request: string,
  io: CommandIo,
): Promise<CommandResult> {
  try {
    const { command, args } = commandRequest.parse(JSON.parse(request));
    if (!isCommandName(command)) {
      return { exitCode: 2, output: `The running server has no command ${command}.` };
    }
    return await executeCommand(await COMMANDS[command](), deps, args, io);
  } catch (error) {
    log.error({ err: error }, 'command failed');
    return { exitCode: 1, output: 'The command failed. See the server log.' };
  }
}

/** Serves one connection: reads the request, runs the command, and sends its output and result. */
async function handleConnection(
  deps: CommandDeps,
  log: ErrorLog,
  socket: Socket,
  signal: AbortSignal,
): Promise<void> {
  socket.setTimeout(REQUEST_TIMEOUT_MS, () => socket.destroy());
  const chunks = socket.iterator({ destroyOnReturn: false });
  const { line, rest: input } = await splitFirstLine(chunks);
  // Disable the timeout: a command may run for a long time without sending anything.
  socket.setTimeout(0);
  const send = (reply: CommandReply) => socket.write(`${JSON.stringify(reply)}\n`);
  const result = await runRequest(deps, log, line, {
    input,
    write: async (text) => {
      if (!send({ write: text })) await once(socket, 'drain', { signal });
    },
    note: (text) => send({ note: text }),
    progress: (step) => send({ progress: step }),
    signal,
  });
  socket.end(`${JSON.stringify(result)}\n`);
  // Discard the rest of the input; otherwise the connection stays open.
  await chunks.return?.();
  socket.resume();
}

/**
 * Lets command-line commands run in this process, because only it can use the embedded database (D46). They
 * connect to a socket in DATA_DIR that only the folder's owner can open. With DATABASE_URL, commands connect
 * to PostgreSQL themselves, so no socket is opened. No socket is opened either if its path would be too long.
 * Commands that call Stripe require `serverDeps`.
 */
export async function startCommandSocket(deps: SocketDeps, serverDeps?: Deps): Promise<() => Promise<void>> {
  const path = commandSocketPath(deps.config.dataDir);
  if (deps.config.databaseUrl || !path) return async () => {};
  // This process has locked the data folder, so an existing socket was left behind by a killed process.
  await rm(path, { force: true });
  const stopping = new AbortController();
  const { db, embedded, now, config, jobs, log } = deps;
  const serverAccess = serverDeps ? { openServer: async () => serverDeps } : {};
  const commandDeps: CommandDeps = { db, embedded, now, config, openJobs: async () => jobs, ...serverAccess };
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    const disconnected = new AbortController();
    socket.on('error', () => socket.destroy());
    socket.once('close', () => disconnected.abort());
    handleConnection(commandDeps, log, socket, AbortSignal.any([stopping.signal, disconnected.signal])).catch(
      () => socket.destroy(),
    );
  });
  // Create the socket with private permissions, so that it is never open to others. `listen` creates it
  // synchronously, so no other file gets this umask.
  const umask = process.umask(0o177);
  const listening = new Promise<void>((done, failed) => {
    server.once('error', failed);
    server.listen(path, done);
  });
  process.umask(umask);
  await listening;
  await chmod(path, PRIVATE_FILE_MODE);
  return async () => {
    stopping.abort();
    await new Promise<void>((done) => server.close(() => done()));
    await rm(path, { force: true });
  };
}
