import { expect, test } from 'vitest';
import { createCountBuffer } from '#server/platform/jobs/count-buffer.ts';
import { recordingLogger } from '#tests/helpers/fakes/logger.ts';

function testBuffer(options: { flushMs?: number } = {}) {
  const writtenCounts: Array<Record<string, number>> = [];
  const state = { isDown: false };
  const log = recordingLogger();
  const buffer = createCountBuffer({
    name: 'views',
    log,
    ...options,
    write: async (counts) => {
      if (state.isDown) throw new Error('The database is away');
      writtenCounts.push(Object.fromEntries(counts));
    },
  });
  return { buffer, written: writtenCounts, state, log };
}

test('many counts are one write', async () => {
  const { buffer, written } = testBuffer();
  for (let index = 0; index < 1_000; index++) buffer.add(index % 2 === 0 ? 'a' : 'b');
  expect(written).toEqual([]);
  await buffer.flush();
  await buffer.flush();
  expect(written).toEqual([{ a: 500, b: 500 }]);
});

test('counts are written within seconds without a call', async () => {
  const { buffer, written } = testBuffer();
  buffer.add('a');
  await expect.poll(() => written).toEqual([{ a: 1 }]);
});

test('very many counts are written without waiting', async () => {
  const { buffer, written } = testBuffer({ flushMs: 3_600_000 });
  for (let index = 0; index < 10_000; index++) buffer.add(`key ${index}`);
  await expect.poll(() => written).toHaveLength(1);
});

test('counts that could not be written wait, together with later ones', async () => {
  const { buffer, written, state } = testBuffer();
  state.isDown = true;
  buffer.add('a');
  await buffer.flush();
  buffer.add('a');
  await buffer.flush();
  state.isDown = false;
  await buffer.flush();
  expect(written).toEqual([{ a: 2 }]);
});

test('counts made during a write are in the next one', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const writtenCounts: number[] = [];
  const buffer = createCountBuffer({
    name: 'views',
    log: recordingLogger(),
    write: async (counts) => {
      writtenCounts.push(counts.get('a') ?? 0);
      await promise;
    },
  });
  buffer.add('a');
  const first = buffer.flush();
  await expect.poll(() => writtenCounts).toEqual([1]);
  buffer.add('a');
  resolve();
  await first;
  await buffer.flush();
  expect(writtenCounts).toEqual([1, 1]);
});
