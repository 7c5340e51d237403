import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { appRouter } from '#server/app/router.ts';
import { readHeadings } from '#server/domains/checkout/kinds/corporate/employee-columns.schema.ts';
import { readEmployeeList } from '#server/domains/checkout/kinds/corporate/employee-list.schema.ts';
import { optionalLine, requiredLine, requiredText } from '#server/lib/text.ts';
import { collectSchemas } from '#tests/helpers/collect-schemas.ts';

// A request has room for thousands of items and half a million characters. What a field permits is checked
// first, because checking the rest can hold the event loop for a tenth of a second.

const MANY_WRONG_ITEMS = Array.from({ length: 10_000 }, () => Symbol('wrong'));

const isUnboundedList = (schema: z.core.$ZodType) =>
  schema instanceof z.core.$ZodArray && z.core.safeParse(schema, MANY_WRONG_ITEMS).error?.issues.length !== 1;

test('[architecture] every list in the input of a procedure has a maximum, which is checked before its items', () => {
  const inputs = Object.entries(appRouter._def.procedures).map(
    ([path, procedure]) => [path, [...collectSchemas(Object(procedure)._def.inputs)]] as const,
  );
  const listCount = inputs.flatMap(([, schemas]) => schemas).filter((schema) => schema instanceof z.ZodArray);
  expect(listCount.length).toBeGreaterThan(20);
  expect(inputs.filter(([, schemas]) => schemas.some(isUnboundedList)).map(([path]) => path)).toEqual([]);
});

describe.each([
  ['line', requiredLine],
  ['text', requiredText],
])('a %s that is far too long', (_name, rule) => {
  test('is refused before any other rule reads it', () => {
    const otherRule = vi.fn(() => true);
    const { error } = rule('Required Field', 10).refine(otherRule).safeParse('\0'.repeat(10_000));
    expect(error?.issues.map(({ message }) => message)).toEqual(['Please use at most 10 characters']);
    expect(otherRule).not.toHaveBeenCalled();
  });
});

test('a line that is too long doesn’t hide the other errors of its form', () => {
  const form = z
    .object({ city: optionalLine(60), state: optionalLine() })
    .refine(({ state }) => state !== null, { error: 'Required Field', path: ['state'] });
  const { error } = form.safeParse({ city: 'x'.repeat(61), state: '' });
  expect(error?.issues.map(({ path }) => path.join())).toEqual(['city', 'state']);
});

describe('a list of employees', () => {
  test('is read up to the row after the last one that it may have', () => {
    const list = `${'Ann,Lee,303-555-0101\n'.repeat(502)}"`;
    expect(readEmployeeList(list, 500)).toEqual({ fault: 'Please add at most 500 employees at once' });
  });

  test('has at most 10,000 lines, blank ones included', () => {
    const list = (blankLines: number) => `Ann,Lee,303-555-0101${'\n'.repeat(blankLines)}Bob,Lee,303-555-0102`;
    expect(readEmployeeList(list(9_000), 500)).toMatchObject({ employees: [{}, {}] });
    expect(readEmployeeList(list(10_000), 500)).toEqual({
      fault: 'Please add at most 500 employees at once',
    });
  });

  test('has at most 100 columns', () => {
    const headings = ['First name', 'Last name', ...Array.from({ length: 400_000 }, () => '')];
    expect(readHeadings(headings)?.columns).toHaveLength(100);
  });
});
