import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { SILENT_IO } from '#server/app/cli/command.ts';
import { startCommandSocket } from '#server/app/cli/command-socket.ts';
import { dispatchCommand } from '#server/app/cli/dispatch-command.ts';
import { loadConfig } from '#server/platform/config/config.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { recordingJobQueue } from '#tests/helpers/fakes/job-queue.ts';
import { recordingLogger } from '#tests/helpers/fakes/logger.ts';
import { temporaryFolder } from '#tests/helpers/temporary-folder.ts';
import { createStoresFile } from './stores-file.ts';

const database = testDb();
const dataDir = temporaryFolder();

async function serve() {
  const config = loadConfig({ DATA_DIR: dataDir() });
  const log = recordingLogger();
  const close = await startCommandSocket({
    db: database.db,
    now: () => new Date(),
    config,
    jobs: recordingJobQueue(),
    log,
  });
  return { config, log, close };
}

const rows = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    business_key: `${name}-${index}`,
    ...(index === 1_500 ? { premier: '?' } : {}),
  }));

describe('[D46] npm run stores through the running server', () => {
  test('import reads the caller’s file and reports progress', async () => {
    const server = await serve();
    const path = join(dataDir(), 'stores.csv');
    await writeFile(path, createStoresFile(rows('socket', 3_200)));
    const notes: string[] = [];
    const result = await dispatchCommand(server.config, 'stores', ['import', relative(process.cwd(), path)], {
      ...SILENT_IO,
      note: (line) => notes.push(line),
      progress: ({ done, total, text }) =>
        notes.push(`${text} ${total !== null && done <= total && done > 0}`),
    });
    expect(result).toEqual({
      exitCode: 1,
      output: 'Rows loaded: 3,199 (3,199 new, 0 updated, 0 unchanged). Rows refused: 1.',
    });
    expect(notes).toEqual([
      '1,000 rows true',
      'line 1502, column premier: Please enter yes or no',
      '2,001 rows true',
      '3,001 rows true',
      '3,200 rows true',
    ]);
    await server.close();
  });

  test('import reads standard input, and export writes to standard output', async () => {
    const server = await serve();
    const file = Buffer.from(createStoresFile([{ business_key: 'piped', businessname: 'Café Piped' }]));
    const importResult = await dispatchCommand(server.config, 'stores', ['import', '-'], {
      ...SILENT_IO,
      input: (async function* () {
        for (const byte of file) yield Buffer.of(byte);
      })(),
    });
    expect(importResult).toMatchObject({ exitCode: 0, output: expect.stringContaining('1 new') });
    let output = '';
    const io = {
      ...SILENT_IO,
      write: async (text: string) => {
        output += text;
      },
    };
    expect(await dispatchCommand(server.config, 'stores', ['export', '-'], io)).toEqual({
      exitCode: 0,
      output: '',
    });
    expect(output).toContain('\npiped,1,Café Piped,');
    await server.close();
  });

  test('import stops when its caller disconnects or the server stops, and keeps the imported rows', async () => {
    const server = await serve();
    const lines = createStoresFile(rows('gone', 1_200));
    const countLoaded = async () =>
      (await database.db.selectFrom('stores').select('id').where('importKey', '=', '1').execute()).length;
    const countBefore = await countLoaded();
    const socket = connect({ path: join(dataDir(), 'command.sock'), allowHalfOpen: true });
    socket.write(`${JSON.stringify({ command: 'stores', args: ['import', '-'] })}\n${lines}`);
    // Wait for the first progress report. The input stays open.
    await new Promise((resolve) => socket.once('data', resolve));
    expect(await countLoaded()).toBe(countBefore + 1_000);
    const socketClosed = new Promise((resolve) => socket.once('close', resolve));
    const closing = server.close();
    socket.end();
    await socketClosed;
    await closing;
    expect(await countLoaded()).toBe(countBefore + 1_000);
    expect(server.log.takeFaults()).toEqual([]);
  });
});
