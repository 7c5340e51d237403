import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

interface Ceremony {
  challenge: string;
  origin?: string;
  rpId?: string;
  isUserVerified?: boolean;
}

interface Options {
  /** The origin of the page that uses the key. */
  origin?: string;
  rpId?: string;
}

const USER_PRESENT = 0b1;
const USER_VERIFIED = 0b100;
const HAS_CREDENTIAL = 0b100_0000;

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();

/** A fake security key with one passkey. Unlike a real one, it can also sign invalid responses. */
export class Authenticator {
  readonly id = randomBytes(32).toString('base64url');
  /** Rises with each use. Lower it to act as a copy of the key. */
  counter = 0;
  readonly #privateKey: KeyObject;
  readonly #publicKey: KeyObject;
  readonly #site: Required<Options>;

  constructor({ origin = 'http://localhost:3000', rpId = 'localhost' }: Options = {}) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#privateKey = privateKey;
    this.#publicKey = publicKey;
    this.#site = { origin, rpId };
  }

  /** Returns the response that registers the passkey. */
  create(ceremony: Ceremony) {
    const authData = Buffer.concat([
      this.#authenticatorData(ceremony, HAS_CREDENTIAL),
      Buffer.alloc(16),
      lengthOf(this.id),
      Buffer.from(this.id, 'base64url'),
      this.#coseKey(),
    ]);
    const attestation = new Map<string, string | Uint8Array<ArrayBuffer> | Map<string, string>>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', new Uint8Array(authData)],
    ]);
    return {
      id: this.id,
      response: {
        clientDataJSON: this.#clientData('webauthn.create', ceremony),
        attestationObject: Buffer.from(isoCBOR.encode(attestation)).toString('base64url'),
        transports: ['usb'],
      },
    };
  }

  /** Returns the response that signs in with the passkey. */
  use(ceremony: Ceremony) {
    this.counter += 1;
    const authenticatorData = this.#authenticatorData(ceremony);
    const clientDataJSON = this.#clientData('webauthn.get', ceremony);
    const signedData = Buffer.concat([authenticatorData, sha256(Buffer.from(clientDataJSON, 'base64url'))]);
    return {
      id: this.id,
      response: {
        clientDataJSON,
        authenticatorData: authenticatorData.toString('base64url'),
        signature: sign('sha256', signedData, this.#privateKey).toString('base64url'),
      },
    };
  }

  #clientData(type: string, { challenge, origin = this.#site.origin }: Ceremony): string {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })).toString('base64url');
  }

  #authenticatorData({ rpId = this.#site.rpId, isUserVerified = true }: Ceremony, flags = 0): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    const allFlags = flags | USER_PRESENT | (isUserVerified ? USER_VERIFIED : 0);
    return Buffer.concat([sha256(rpId), Buffer.from([allFlags]), counter]);
  }

  #coseKey(): Buffer {
    const { x = '', y = '' } = this.#publicKey.export({ format: 'jwk' });
    const point = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'));
    const key = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, point(x)],
      [-3, point(y)],
    ]);
    return Buffer.from(isoCBOR.encode(key));
  }
}

function lengthOf(id: string): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(Buffer.from(id, 'base64url').length);
  return length;
}
