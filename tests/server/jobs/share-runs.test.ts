import { expect, test } from 'vitest';
import { createRunSharing } from '#server/platform/jobs/share-runs.ts';

test('calls for the same key share a run that has not begun, and later ones the next run', async () => {
  const share = createRunSharing<string>();
  const gates = [1, 2].map(() => Promise.withResolvers<void>());
  const startedRuns: string[] = [];
  const run = async () => {
    const number = startedRuns.push('a');
    await gates[number - 1]?.promise;
    if (number === 1) throw new Error('Stripe was away');
    return `run ${number}`;
  };

  const earlyCalls = [share('a', run), share('a', run)];
  const outcomes = Promise.allSettled(earlyCalls);
  await expect.poll(() => startedRuns).toEqual(['a']);
  const lateCalls = [share('a', run), share('a', run)];
  expect(await share('b', async () => 'other')).toBe('other');
  expect(startedRuns).toEqual(['a']);

  gates[0]?.resolve();
  expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  gates[1]?.resolve();
  expect(await Promise.all(lateCalls)).toEqual(['run 2', 'run 2']);
  expect(await share('a', run)).toBe('run 3');
  expect(startedRuns).toHaveLength(3);
});
