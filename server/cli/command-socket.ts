import { once } from 'node:events';
import { chmod, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import type { Deps } from '../deps.ts';
import type { CommandDeps, CommandIo, CommandResult } from './command.ts';
import { COMMANDS, isCommandName } from './commands.ts';
import { execute } from './execute.ts';
import { type CommandReply, commandRequest, commandSocketPath, splitFirstLine } from './socket-protocol.ts';

interface Log {
  error(details: object, message: string): void;
}
type SocketDeps = Pick<Deps, 'db' | 'now' | 'config' | 'jobs'> & { log: Log };

const OWNER_ONLY = 0o600;
const IDLE_MS = 10_000;

async function answer(deps: CommandDeps, log: Log, request: string, io: CommandIo): Promise<CommandResult> {
  try {
    const { command, args } = commandRequest.parse(JSON.parse(request));
    if (!isCommandName(command)) {
      return { exitCode: 2, output: `The running server does not know the command ${command}.` };
    }
    return await execute(COMMANDS[command], deps, args, io);
  } catch (error) {
    log.error({ err: error }, 'command failed');
    return { exitCode: 1, output: 'The command failed. The log of the server says why.' };
  }
}

/** Reads the request, tells what happens while it is done, answers, and ends. */
async function serve(deps: CommandDeps, log: Log, socket: Socket, signal: AbortSignal): Promise<void> {
  socket.setTimeout(IDLE_MS, () => socket.destroy());
  const chunks = socket.iterator({ destroyOnReturn: false });
  const { line, rest } = await splitFirstLine(chunks);
  // From here on the work sets the pace.
  socket.setTimeout(0);
  const send = (reply: CommandReply) => socket.write(`${JSON.stringify(reply)}\n`);
  const result = await answer(deps, log, line, {
    input: rest,
    write: async (text) => {
      if (!send({ write: text })) await once(socket, 'drain', { signal });
    },
    note: (text) => send({ note: text }),
    progress: (step) => send({ progress: step }),
    signal,
  });
  socket.end(`${JSON.stringify(result)}\n`);
  // What was sent and not read would keep the connection open.
  await chunks.return?.();
  socket.resume();
}

/**
 * Takes commands through a socket in DATA_DIR that only its owner may use: the embedded database belongs to this
 * process alone (DESIGN D46). With DATABASE_URL commands connect by themselves and nothing is opened here. `whole`: all
 * that it has, for the commands that need more than the database.
 */
export async function startCommandSocket(deps: SocketDeps, whole?: Deps): Promise<() => Promise<void>> {
  const path = commandSocketPath(deps.config.dataDir);
  if (deps.config.databaseUrl || !path) return async () => {};
  // Whoever holds the data folder's lock may take away what a killed process left there.
  await rm(path, { force: true });
  const stopping = new AbortController();
  const { db, now, config, jobs, log } = deps;
  const opened = whole ? { openServer: async () => whole } : {};
  const forCommands: CommandDeps = { db, now, config, openJobs: async () => jobs, ...opened };
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    const gone = new AbortController();
    socket.on('error', () => socket.destroy());
    socket.once('close', () => gone.abort());
    serve(forCommands, log, socket, AbortSignal.any([stopping.signal, gone.signal])).catch(() =>
      socket.destroy(),
    );
  });
  // Nobody else may connect, not even between the making of the socket and the change of its rights. The path is
  // bound before `listen` returns, so that nothing else in the process is made under this mask.
  const umask = process.umask(0o177);
  const listening = new Promise<void>((done, failed) => {
    server.once('error', failed);
    server.listen(path, done);
  });
  process.umask(umask);
  await listening;
  await chmod(path, OWNER_ONLY);
  return async () => {
    stopping.abort();
    await new Promise<void>((done) => server.close(() => done()));
    await rm(path, { force: true });
  };
}
