import { chmod, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import type { CommandDeps, CommandResult } from './command.ts';
import { COMMANDS, isCommandName } from './commands.ts';
import { execute } from './execute.ts';
import { commandRequest, commandSocketPath } from './socket-protocol.ts';

type SocketDeps = CommandDeps & { log: { error(details: object, message: string): void } };

const OWNER_ONLY = 0o600;
const IDLE_MS = 10_000;

async function answer(deps: SocketDeps, request: string): Promise<CommandResult> {
  try {
    const { command, args } = commandRequest.parse(JSON.parse(request));
    if (!isCommandName(command)) {
      return { exitCode: 2, output: `The running server does not know the command ${command}.` };
    }
    return await execute(COMMANDS[command], deps, args);
  } catch (error) {
    deps.log.error({ err: error }, 'command failed');
    return { exitCode: 1, output: 'The command failed. The log of the server says why.' };
  }
}

/** Reads until the other side has said everything, answers, and ends. */
async function serve(deps: SocketDeps, socket: Socket): Promise<void> {
  socket.setTimeout(IDLE_MS, () => socket.destroy());
  const request = await text(socket);
  socket.setTimeout(0);
  socket.end(JSON.stringify(await answer(deps, request)));
}

/**
 * Takes commands through a socket in DATA_DIR that only its owner may use: the embedded database belongs to this
 * process alone (DESIGN D46). With DATABASE_URL commands connect by themselves and nothing is opened here.
 */
export async function startCommandSocket(deps: SocketDeps): Promise<() => Promise<void>> {
  const path = commandSocketPath(deps.config.dataDir);
  if (deps.config.databaseUrl || !path) return async () => {};
  // Whoever holds the data folder's lock may take away what a killed process left there.
  await rm(path, { force: true });
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => socket.destroy());
    serve(deps, socket).catch(() => socket.destroy());
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
    await new Promise<void>((done) => server.close(() => done()));
    await rm(path, { force: true });
  };
}
