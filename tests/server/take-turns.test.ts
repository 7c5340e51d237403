import { expect, test } from 'vitest';
import { inTurns } from '#server/platform/take-turns.ts';

/** Occupies the event loop for so long that the next item must wait for other work. */
function workLong(): void {
  const end = performance.now() + 20;
  while (performance.now() < end);
}

test('long work on a list lets other work run between its items', async () => {
  const order: string[] = [];
  for await (const item of inTurns(['first', 'second', 'third'])) {
    order.push(item);
    setImmediate(() => order.push(`other work after the ${item}`));
    workLong();
  }
  expect(order).toEqual([
    'first',
    'other work after the first',
    'second',
    'other work after the second',
    'third',
  ]);
});

test('two long works continue in different turns of the event loop', async () => {
  let turn = 0;
  let isDone = false;
  const countTurn = () => {
    turn += 1;
    if (!isDone) setImmediate(countTurn);
  };
  setImmediate(countTurn);
  const turns: number[] = [];
  const work = async () => {
    for await (const item of inTurns([1, 2, 3])) {
      if (item > 1) turns.push(turn);
      workLong();
    }
  };
  await Promise.all([work(), work()]);
  isDone = true;
  expect(new Set(turns).size).toBe(4);
});
