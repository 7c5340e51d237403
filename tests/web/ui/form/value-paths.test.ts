import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { getValueAt, withValueAt } from '#web/ui/form/value-paths.ts';
import { withoutPaths } from '#web/ui/wizard/draft-values.ts';

const values = { email: 'a@b.co', members: [{ name: 'Ann' }, { name: 'Bo' }], w9: { idType: 'ssn' } };

describe('values by path', () => {
  test('set one value and share everything else', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('email', 'members.0.name', 'members.1', 'w9.idType', 'w9.added'),
        fc.jsonValue(),
        (path, value) => {
          const next = withValueAt(values, path, value);
          expect(getValueAt(next, path)).toEqual(value);
          const [topKey] = path.split('.');
          for (const key of ['email', 'members', 'w9'].filter((name) => name !== topKey)) {
            expect(getValueAt(next, key)).toBe(getValueAt(values, key));
          }
        },
      ),
    );
    expect(values.members[0]).toEqual({ name: 'Ann' });
  });

  test('keep lists as lists', () => {
    expect(withValueAt(values, 'members.1.name', 'Cy').members).toEqual([{ name: 'Ann' }, { name: 'Cy' }]);
  });

  test('read an unknown path as undefined, and omit it without a change', () => {
    expect(getValueAt(values, 'members.7.name')).toBeUndefined();
    expect(getValueAt(values, 'email.length.x')).toBeUndefined();
    expect(withoutPaths(values, ['nothing.here', 'members.*.none'])).toEqual(values);
  });

  test('omit a field of every list item with a star', () => {
    expect(withoutPaths(values, ['members.*.name'])).toEqual({ ...values, members: [{}, {}] });
  });
});
