import '#web/lib/zod-without-eval.ts';
import { expect, test } from 'vitest';
import { config } from 'zod/v4/core';

test('[architecture] zod does not use eval in the browser', () => {
  expect(config().jitless).toBe(true);
});
