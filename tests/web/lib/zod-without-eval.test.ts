import '#web/lib/zod-without-eval.ts';
import { expect, test } from 'vitest';
import { config } from 'zod/v4/core';

test('[DESIGN 6] zod builds no functions from text in the browser', () => {
  expect(config().jitless).toBe(true);
});
