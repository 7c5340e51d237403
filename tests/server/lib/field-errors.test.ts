import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { educatorRequest } from '#server/domains/content/messages/educator.schema.ts';
import { familyNames } from '#server/domains/memberships/family.schema.ts';
import { toFieldErrors } from '#server/lib/field-errors.ts';

function errorsOf(schema: z.ZodType, input: unknown): Record<string, string> {
  const { error } = schema.safeParse(input);
  return error ? toFieldErrors(error) : {};
}

describe('the errors of a form', () => {
  test('[S5 educator] name a list of choices as one field', () => {
    const request = { name: 'Nora', email: 'nora@example.com', phone: '', zip: '80202' };
    expect(errorsOf(educatorRequest, { ...request, department: ['Educators', 'Nonsense'] })).toEqual({
      department: 'Please select at least one department',
    });
  });

  test('name the field of a list’s item', () => {
    expect(errorsOf(familyNames, { members: [{ name: 'Ada' }, { name: '' }] })).toEqual({
      'members.1.name': 'Required',
    });
    expect(errorsOf(familyNames, 5)).toEqual({ '': expect.any(String) });
  });
});
