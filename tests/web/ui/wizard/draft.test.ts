import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { readDraft, removeDraft, writeDraft } from '#web/ui/wizard/draft.ts';
import { newSubmissionKey } from '#web/ui/wizard/submission-key.ts';

const initial = {
  firstname: '',
  members: [{ name: '' }],
  card: '',
  w9: { name: '', idNumber: '' },
  employees: [{ name: '', taxNumber: '' }],
  agreed: false,
};
const secret = ['card', 'w9.idNumber', 'employees.*.taxNumber'];

beforeEach(() => sessionStorage.clear());

describe("a wizard's draft", () => {
  test('restores everything but secrets', () => {
    const word = fc.string({ maxLength: 20 });
    const values = fc.record({
      firstname: word,
      members: fc.array(fc.record({ name: word })),
      card: word,
      w9: fc.record({ name: word, idNumber: word }),
      employees: fc.array(fc.record({ name: word, taxNumber: word })),
      agreed: fc.boolean(),
    });
    fc.assert(
      fc.property(values, (filledValues) => {
        const submission = newSubmissionKey();
        writeDraft(sessionStorage, 'test', { values: filledValues, submission }, secret);
        const restoredDraft = readDraft(sessionStorage, 'test', initial);
        expect(restoredDraft.submission).toEqual(submission);
        expect(restoredDraft.values).toEqual({
          ...filledValues,
          card: '',
          w9: { name: filledValues.w9.name, idNumber: '' },
          employees: filledValues.employees.map(({ name }) => ({ name })),
        });
      }),
    );
  });

  test('never stores a secret at any path', () => {
    const values = {
      ...initial,
      card: '4242424242424242',
      w9: { name: 'Ann', idNumber: '078-05-1120' },
      employees: [
        { name: 'Bo', taxNumber: '219-09-9999' },
        { name: 'Cy', taxNumber: '457-55-5462' },
      ],
    };
    writeDraft(sessionStorage, 'test', { values, submission: newSubmissionKey() }, secret);
    const storageText = JSON.stringify({ ...sessionStorage });
    expect(storageText).toContain('Ann');
    for (const word of ['4242', '1120', '9999', '5462']) expect(storageText).not.toContain(word);
  });

  test('keeps the matching fields of an outdated or damaged draft', () => {
    const storedDraft = {
      values: { firstname: 7, agreed: true, gone: 'x', members: 'none', w9: { name: 'Ann' } },
    };
    sessionStorage.setItem('wizard:test', JSON.stringify(storedDraft));
    expect(readDraft(sessionStorage, 'test', initial).values).toEqual({
      ...initial,
      agreed: true,
      w9: { name: 'Ann', idNumber: '' },
    });
    for (const invalidDraft of ['', '{', 'null', '[]', '"x"', '{"values":null}']) {
      sessionStorage.setItem('wizard:test', invalidDraft);
      expect(readDraft(sessionStorage, 'test', initial).values).toEqual(initial);
    }
  });

  test('starts with a new key after it is removed', () => {
    const submission = newSubmissionKey();
    writeDraft(sessionStorage, 'test', { values: { ...initial, firstname: 'Ann' }, submission }, secret);
    removeDraft(sessionStorage, 'test');
    const next = readDraft(sessionStorage, 'test', initial);
    expect(next.values).toEqual(initial);
    expect(next.submission.key).not.toBe(submission.key);
  });
});
