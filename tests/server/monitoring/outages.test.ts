import { expect, onTestFinished, test, vi } from 'vitest';
import { createOutages } from '#server/platform/monitoring/outages.ts';

/** Creates outages that log to `lines`, and uses fake timers for the test. */
function openOutages() {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const lines: Array<[string, object]> = [];
  const record = (fields: object, text: string) => void lines.push([text, fields]);
  return { lines, outages: createOutages({ error: record, warn: record }) };
}

const DOWN = new Error('connect ECONNREFUSED');
const buildOutageLine = (outage: string) => [
  `the ${outage} is unavailable`,
  { outage, reason: DOWN.message },
];

test('an outage is logged twice, however often the dependency fails', async () => {
  const { lines, outages } = openOutages();
  for (let failure = 0; failure < 300; failure++) {
    outages.fail('mail server', DOWN);
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(lines).toEqual([buildOutageLine('mail server')]);
  outages.succeed('mail server');
  await vi.advanceTimersByTimeAsync(10_000);
  const outageEnd = { outage: 'mail server', seconds: 30, failures: 300 };
  expect(lines.slice(1)).toEqual([['the mail server is available again', outageEnd]]);
  outages.succeed('mail server');
  outages.fail('mail server', DOWN);
  expect(lines).toHaveLength(3);
});

test('a dependency that fails now and then is one outage, until it works for a while', async () => {
  const { lines, outages } = openOutages();
  for (let call = 0; call < 60; call++) {
    if (call % 4 === 0) outages.fail('Stripe', DOWN);
    else outages.succeed('Stripe');
    await vi.advanceTimersByTimeAsync(1_000);
  }
  expect(lines).toEqual([buildOutageLine('Stripe')]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(lines).toHaveLength(2);
});

test('an outage that a probe can end lasts until the probe succeeds', async () => {
  const { lines, outages } = openOutages();
  let isBack = false;
  outages.probe('database', async () => {
    if (!isBack) throw DOWN;
  });
  outages.fail('database', DOWN);
  outages.fail('file store', DOWN);
  await vi.advanceTimersByTimeAsync(60_000);
  isBack = true;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(lines.map(([text]) => text)).toEqual([
    'the database is unavailable',
    'the file store is unavailable',
    'the database is available again',
  ]);
});
