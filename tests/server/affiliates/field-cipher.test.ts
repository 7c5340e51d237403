import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  createFieldCipher,
  type FieldPlace,
  FieldUnreadable,
  UnknownFieldKey,
} from '#server/platform/security/field-cipher.ts';

const key = (id: string, byte: number) => ({ id, key: Buffer.alloc(32, byte) });
const [first, second] = [key('k1', 7), key('k2', 9)];
const cipher = createFieldCipher([first, second]);
const fieldPlace: FieldPlace = {
  table: 'tax_forms',
  id: '01900000-0000-7000-8000-000000000001',
  column: 'encrypted_numbers',
};
const text = fc.string({ unit: 'binary', maxLength: 60 });
const PART_NAMES = ['version', 'key id', 'iv', 'tag', 'ciphertext'];

function replacePart(envelope: string, index: number, replace: (part: string) => string): string {
  return envelope
    .split('.')
    .map((part, position) => (position === index ? replace(part) : part))
    .join('.');
}

function captureDecryptError(envelope: string, usedPlace = fieldPlace, usedCipher = cipher): unknown {
  try {
    usedCipher.decrypt(envelope, usedPlace);
  } catch (error) {
    return error;
  }
  throw new Error(`The value was decrypted: ${envelope}`);
}

describe('[D7] an encrypted column', () => {
  test('decrypts to the original, and is encrypted differently each time', () => {
    fc.assert(
      fc.property(text, (plaintext) => {
        const envelope = cipher.encrypt(plaintext, fieldPlace);
        expect(envelope).toMatch(/^v1\.k1\.[\w-]{16}\.[\w-]{22}\.[\w-]*$/);
        expect(cipher.decrypt(envelope, fieldPlace)).toBe(plaintext);
        expect(cipher.encrypt(plaintext, fieldPlace)).not.toBe(envelope);
      }),
    );
  });

  test('decrypts values of an earlier release', () => {
    const ciphertext = 'v1.k1.h_9-5dgzFEc8Xf5M.H2jilf7nrMrmm6H5HItcBQ.IRb4R4ktG4xeoQGSYxQNzYKDcpHg2tEp';
    expect(cipher.decrypt(ciphertext, fieldPlace)).toBe('{"idNumber":"123456789"}');
  });

  test('cannot be decrypted in another row or column', () => {
    const envelope = cipher.encrypt('123456789', fieldPlace);
    const otherPlaces: FieldPlace[] = [
      { ...fieldPlace, id: '01900000-0000-7000-8000-000000000002' },
      { ...fieldPlace, table: 'agreements' },
      { ...fieldPlace, column: 'last4' },
    ];
    for (const otherPlace of otherPlaces)
      expect(captureDecryptError(envelope, otherPlace)).toBeInstanceOf(FieldUnreadable);
  });

  test('cannot be decrypted if any one character is changed, removed, or added', () => {
    const character = fc.constantFrom(
      ...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.+/= ',
    );
    fc.assert(
      fc.property(
        text,
        fc.nat(),
        character,
        fc.constantFrom(0, 1),
        (plaintext, offset, replacement, droppedCount) => {
          const envelope = cipher.encrypt(plaintext, fieldPlace);
          const position = offset % envelope.length;
          const damagedEnvelope =
            envelope.slice(0, position) + replacement + envelope.slice(position + droppedCount);
          fc.pre(damagedEnvelope !== envelope);
          const error = captureDecryptError(damagedEnvelope);
          expect(error instanceof FieldUnreadable || error instanceof UnknownFieldKey).toBe(true);
          expect(
            captureDecryptError(envelope.slice(0, position) + envelope.slice(position + 1)),
          ).toBeInstanceOf(Error);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  test.each(PART_NAMES.map((part, index) => [part, index] as const).slice(2))(
    'cannot be decrypted with the %s of another value in the same row and column',
    (_part, index) => {
      const [envelope, otherPlace] = [
        cipher.encrypt('123456789', fieldPlace),
        cipher.encrypt('987654321', fieldPlace),
      ];
      const mixedEnvelope = replacePart(envelope, index, () => otherPlace.split('.')[index] ?? '');
      expect(captureDecryptError(mixedEnvelope)).toBeInstanceOf(FieldUnreadable);
    },
  );

  test('cannot be decrypted under another id of the same key', () => {
    const duplicateKeyCipher = createFieldCipher([first, { ...first, id: 'k2' }]);
    const renamedKeyEnvelope = replacePart(
      duplicateKeyCipher.encrypt('123456789', fieldPlace),
      1,
      () => 'k2',
    );
    expect(captureDecryptError(renamedKeyEnvelope, fieldPlace, duplicateKeyCipher)).toBeInstanceOf(
      FieldUnreadable,
    );
  });

  test('cannot be decrypted with a shorter tag, an extra part, or another version', () => {
    const envelope = cipher.encrypt('123456789', fieldPlace);
    for (const damagedEnvelope of [
      replacePart(envelope, 3, (tag) => tag.slice(0, 6)),
      replacePart(envelope, 3, () => ''),
      replacePart(envelope, 0, () => 'v2'),
      `${envelope}.`,
      `${envelope}\n`,
      '',
      '123456789',
    ]) {
      expect(captureDecryptError(damagedEnvelope), damagedEnvelope).toBeInstanceOf(FieldUnreadable);
    }
  });

  test('has one valid spelling: unused base64 bits must be zero', () => {
    const envelope = cipher.encrypt('1234', fieldPlace);
    const lastCharacter = envelope.slice(-1);
    const equivalentEnds = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'].filter(
      (otherPlace) => {
        const decodeEnd = (end: string) => Buffer.from(`AAAAA${end}`, 'base64url').toString('hex');
        return otherPlace !== lastCharacter && decodeEnd(otherPlace) === decodeEnd(lastCharacter);
      },
    );
    expect(equivalentEnds.length).toBeGreaterThan(0);
    for (const otherPlace of equivalentEnds) {
      expect(captureDecryptError(envelope.slice(0, -1) + otherPlace)).toBeInstanceOf(FieldUnreadable);
    }
  });
});

describe('[D7] a keyring', () => {
  test('encrypts with its first key and decrypts with any', () => {
    const old = createFieldCipher([second]).encrypt('123456789', fieldPlace);
    expect(cipher.decrypt(old, fieldPlace)).toBe('123456789');
    expect(old.startsWith(cipher.currentPrefix)).toBe(false);
    const freshEnvelope = cipher.encrypt('123456789', fieldPlace);
    expect(freshEnvelope.startsWith(cipher.currentPrefix)).toBe(true);
    expect(createFieldCipher([second, first]).decrypt(freshEnvelope, fieldPlace)).toBe('123456789');
  });

  test('distinguishes its current key from one whose id begins the same', () => {
    const longer = createFieldCipher([key('k10', 1)]).encrypt('1', fieldPlace);
    expect(longer.startsWith(cipher.currentPrefix)).toBe(false);
  });

  test('reports the missing key’s id without revealing key bytes', () => {
    const old = createFieldCipher([second]).encrypt('123456789', fieldPlace);
    const error = captureDecryptError(old, fieldPlace, createFieldCipher([first]));
    expect(error).toBeInstanceOf(UnknownFieldKey);
    expect(error).toMatchObject({ keyId: 'k2', message: "The key 'k2' is not in FIELD_KEYS." });
  });

  test('cannot decrypt values that a different key with the same id encrypted', () => {
    const encryptedElsewhere = createFieldCipher([key('k1', 8)]).encrypt('123456789', fieldPlace);
    expect(captureDecryptError(encryptedElsewhere)).toBeInstanceOf(FieldUnreadable);
  });

  test('must not be empty', () => {
    expect(() => createFieldCipher([])).toThrow('empty');
  });
});
