import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  createFieldCipher,
  type FieldPlace,
  FieldUnreadable,
  UnknownFieldKey,
} from '#server/affiliates/tax-forms/field-cipher.ts';

const key = (id: string, byte: number) => ({ id, key: Buffer.alloc(32, byte) });
const [first, second] = [key('k1', 7), key('k2', 9)];
const cipher = createFieldCipher([first, second]);
const place: FieldPlace = {
  table: 'tax_forms',
  id: '01900000-0000-7000-8000-000000000001',
  column: 'encrypted_numbers',
};
const text = fc.string({ unit: 'binary', maxLength: 60 });
const PARTS = ['version', 'key id', 'iv', 'tag', 'ciphertext'];

/** The envelope with one of its parts replaced. */
function withPart(envelope: string, index: number, replace: (part: string) => string): string {
  return envelope
    .split('.')
    .map((part, at) => (at === index ? replace(part) : part))
    .join('.');
}

/** The error from decrypting an envelope. */
function refusal(envelope: string, where = place, by = cipher): unknown {
  try {
    by.decrypt(envelope, where);
  } catch (error) {
    return error;
  }
  throw new Error(`It opened: ${envelope}`);
}

describe('[D7] an encrypted column', () => {
  test('decrypts to what was written, and is never written the same way twice', () => {
    fc.assert(
      fc.property(text, (written) => {
        const envelope = cipher.encrypt(written, place);
        expect(envelope).toMatch(/^v1\.k1\.[\w-]{16}\.[\w-]{22}\.[\w-]*$/);
        expect(cipher.decrypt(envelope, place)).toBe(written);
        expect(cipher.encrypt(written, place)).not.toBe(envelope);
      }),
    );
  });

  test('decrypts values of an earlier release', () => {
    const stored = 'v1.k1.h_9-5dgzFEc8Xf5M.H2jilf7nrMrmm6H5HItcBQ.IRb4R4ktG4xeoQGSYxQNzYKDcpHg2tEp';
    expect(cipher.decrypt(stored, place)).toBe('{"idNumber":"123456789"}');
  });

  test('cannot be decrypted in another row or column', () => {
    const envelope = cipher.encrypt('123456789', place);
    const elsewhere: FieldPlace[] = [
      { ...place, id: '01900000-0000-7000-8000-000000000002' },
      { ...place, table: 'agreements' },
      { ...place, column: 'last4' },
    ];
    for (const other of elsewhere) expect(refusal(envelope, other)).toBeInstanceOf(FieldUnreadable);
  });

  test('cannot be decrypted with any one character changed, removed, or added', () => {
    const character = fc.constantFrom(
      ...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.+/= ',
    );
    fc.assert(
      fc.property(text, fc.nat(), character, fc.constantFrom(0, 1), (written, where, wrong, dropped) => {
        const envelope = cipher.encrypt(written, place);
        const at = where % envelope.length;
        const changed = envelope.slice(0, at) + wrong + envelope.slice(at + dropped);
        fc.pre(changed !== envelope);
        const error = refusal(changed);
        expect(error instanceof FieldUnreadable || error instanceof UnknownFieldKey).toBe(true);
        expect(refusal(envelope.slice(0, at) + envelope.slice(at + 1))).toBeInstanceOf(Error);
      }),
      { numRuns: 2_000 },
    );
  });

  test.each(PARTS.map((part, index) => [part, index] as const).slice(2))(
    'does not open with the %s of another one of the same place',
    (_part, index) => {
      const [envelope, other] = [cipher.encrypt('123456789', place), cipher.encrypt('987654321', place)];
      const mixed = withPart(envelope, index, () => other.split('.')[index] ?? '');
      expect(refusal(mixed)).toBeInstanceOf(FieldUnreadable);
    },
  );

  test('cannot be decrypted under another id of the same key', () => {
    const twice = createFieldCipher([first, { ...first, id: 'k2' }]);
    const renamed = withPart(twice.encrypt('123456789', place), 1, () => 'k2');
    expect(refusal(renamed, place, twice)).toBeInstanceOf(FieldUnreadable);
  });

  test('cannot be decrypted with a shorter tag, an extra part, or another version', () => {
    const envelope = cipher.encrypt('123456789', place);
    for (const changed of [
      withPart(envelope, 3, (tag) => tag.slice(0, 6)),
      withPart(envelope, 3, () => ''),
      withPart(envelope, 0, () => 'v2'),
      `${envelope}.`,
      `${envelope}\n`,
      '',
      '123456789',
    ]) {
      expect(refusal(changed), changed).toBeInstanceOf(FieldUnreadable);
    }
  });

  test('has one spelling: unused base64 bits must be zero', () => {
    const envelope = cipher.encrypt('1234', place);
    const last = envelope.slice(-1);
    const alike = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'].filter((other) => {
      const same = (end: string) => Buffer.from(`AAAAA${end}`, 'base64url').toString('hex');
      return other !== last && same(other) === same(last);
    });
    expect(alike.length).toBeGreaterThan(0);
    for (const other of alike) {
      expect(refusal(envelope.slice(0, -1) + other)).toBeInstanceOf(FieldUnreadable);
    }
  });
});

describe('[D7] a keyring', () => {
  test('encrypts with its first key and decrypts with any', () => {
    const old = createFieldCipher([second]).encrypt('123456789', place);
    expect(cipher.decrypt(old, place)).toBe('123456789');
    expect(old.startsWith(cipher.currentPrefix)).toBe(false);
    const fresh = cipher.encrypt('123456789', place);
    expect(fresh.startsWith(cipher.currentPrefix)).toBe(true);
    expect(createFieldCipher([second, first]).decrypt(fresh, place)).toBe('123456789');
  });

  test('tells its current key from one whose id starts the same', () => {
    const longer = createFieldCipher([key('k10', 1)]).encrypt('1', place);
    expect(longer.startsWith(cipher.currentPrefix)).toBe(false);
  });

  test('names the missing key without revealing key bytes', () => {
    const old = createFieldCipher([second]).encrypt('123456789', place);
    const error = refusal(old, place, createFieldCipher([first]));
    expect(error).toBeInstanceOf(UnknownFieldKey);
    expect(error).toMatchObject({ keyId: 'k2', message: "The key 'k2' is not in FIELD_KEYS." });
  });

  test('cannot decrypt what another key of the same id wrote', () => {
    const foreign = createFieldCipher([key('k1', 8)]).encrypt('123456789', place);
    expect(refusal(foreign)).toBeInstanceOf(FieldUnreadable);
  });

  test('must not be empty', () => {
    expect(() => createFieldCipher([])).toThrow('empty');
  });
});
