import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { FieldKey } from '../config/setting-types.ts';

/** The row and column of a value. A value that is copied to another place can't be decrypted there. */
export interface FieldPlace {
  table: string;
  id: string;
  column: string;
}

export interface FieldCipher {
  /** Encrypts with the current key. */
  encrypt(text: string, place: FieldPlace): string;
  /**
   * Throws `UnknownFieldKey` if the key is missing, or `FieldUnreadable` if the value was changed or moved.
   */
  decrypt(envelope: string, place: FieldPlace): string;
  /** Every envelope that was encrypted with the current key starts with this. */
  readonly currentPrefix: string;
}

/** The envelope was encrypted with a key that is no longer configured. */
export class UnknownFieldKey extends Error {
  readonly keyId: string;

  constructor(keyId: string) {
    super(`The key '${keyId}' is not in FIELD_KEYS.`);
    this.name = 'UnknownFieldKey';
    this.keyId = keyId;
  }
}

/** The envelope is malformed, was changed, or was copied from another place. */
export class FieldUnreadable extends Error {
  constructor() {
    super('The encrypted value was changed, or belongs to another row.');
    this.name = 'FieldUnreadable';
  }
}

const ALGORITHM = 'aes-256-gcm';
const VERSION = 'v1';
const IV_BYTES = 12;
const TAG_BYTES = 16;
const ENVELOPE = /^v1\.([\w-]{1,20})\.([\w-]{16})\.([\w-]{22})\.([\w-]*)$/;

function buildAdditionalData(keyId: string, { table, id, column }: FieldPlace): Buffer {
  return Buffer.from(`${keyId}|${table}:${id}:${column}`);
}

/** Accepts only the canonical encoding. A lenient decoder would accept a changed envelope. */
function decodeBytes(part: string): Buffer {
  const bytes = Buffer.from(part, 'base64url');
  if (bytes.toString('base64url') !== part) throw new FieldUnreadable();
  return bytes;
}

function readEnvelope(envelope: string) {
  const [, keyId, iv, tag, text] = ENVELOPE.exec(envelope) ?? [];
  if (keyId === undefined || iv === undefined || tag === undefined || text === undefined) {
    throw new FieldUnreadable();
  }
  return { keyId, iv: decodeBytes(iv), tag: decodeBytes(tag), text: decodeBytes(text) };
}

/**
 * Encrypts single columns with AES-256-GCM. An envelope has the form `v1.<key id>.<iv>.<tag>.<ciphertext>`.
 * The first of the keys is the current one.
 */
export function createFieldCipher(fieldKeys: readonly FieldKey[]): FieldCipher {
  const [currentKey] = fieldKeys;
  if (!currentKey) throw new Error('The ring of field keys is empty.');
  const keys = new Map(fieldKeys.map(({ id, key }) => [id, key]));
  const currentPrefix = `${VERSION}.${currentKey.id}.`;
  return {
    currentPrefix,
    encrypt: (text, place) => {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(ALGORITHM, currentKey.key, iv, { authTagLength: TAG_BYTES });
      cipher.setAAD(buildAdditionalData(currentKey.id, place));
      const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      const parts = [iv, cipher.getAuthTag(), encrypted].map((part) => part.toString('base64url'));
      return `${currentPrefix}${parts.join('.')}`;
    },
    decrypt: (envelope, place) => {
      const { keyId, iv, tag, text } = readEnvelope(envelope);
      const key = keys.get(keyId);
      if (!key) throw new UnknownFieldKey(keyId);
      const decipher = createDecipheriv(ALGORITHM, key, iv, { authTagLength: TAG_BYTES });
      decipher.setAAD(buildAdditionalData(keyId, place));
      decipher.setAuthTag(tag);
      try {
        return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8');
      } catch {
        throw new FieldUnreadable();
      }
    },
  };
}
