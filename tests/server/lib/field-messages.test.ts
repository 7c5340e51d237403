import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { appRouter } from '#server/app/router.ts';
import { collectSchemas } from '#tests/helpers/collect-schemas.ts';

const ROOT = join(import.meta.dirname, '../../..');
const { localeError } = z.locales.en();

const WRONG_VALUES: unknown[] = [
  ...[undefined, null, true, 7, -1, 0.5, 1e20, Number.NaN, '', ' ', 'guest', 'DEMO', '\u0000', '2026-99-99'],
  ...['x'.repeat(100_000), [], [7], Array.from({ length: 600 }, () => ({})), {}, { name: 7 }, { extra: 'x' }],
];

function isLibraryMessage(issue: z.core.$ZodIssue): boolean {
  const message = localeError({ input: undefined, ...issue, message: undefined });
  return issue.message === (typeof message === 'string' ? message : message?.message);
}

/** Lists the validation library's own messages that a caller gets for wrong values. */
function listLibraryMessages(schemas: unknown): string[] {
  const messages = [...collectSchemas(schemas)].flatMap((schema) =>
    WRONG_VALUES.flatMap((value) => z.core.safeParse(schema, value).error?.issues ?? [])
      .filter(isLibraryMessage)
      .map(({ message }) => message),
  );
  return [...new Set(messages)];
}

const procedures = Object.entries(appRouter._def.procedures).map(
  ([path, procedure]) => [path, Object(procedure)._def.inputs] as const,
);
// Also covers the bodies of REST calls, and wizard pages, whose fields the procedures' inputs don't validate.
const files = globSync('{server,gateway}/**/*.schema.ts', { cwd: ROOT });

test('[architecture] no input field of a procedure reports the validation library’s own message', () => {
  const offenders = procedures.map(([path, inputs]) => [path, listLibraryMessages(inputs)] as const);
  expect(offenders.filter(([, messages]) => messages.length > 0)).toEqual([]);
  expect(procedures.filter(([, inputs]) => collectSchemas(inputs).size > 0).length).toBeGreaterThan(50);
});

test('[architecture] no schema reports the validation library’s own message', async () => {
  const offenders: unknown[] = [];
  for (const file of files) {
    const schemas: unknown = await import(join(ROOT, file));
    const messages = listLibraryMessages({ ...Object(schemas) });
    if (messages.length > 0) offenders.push([file, messages]);
  }
  expect(offenders).toEqual([]);
});
