import { createPrivateKey, type KeyObject } from 'node:crypto';
import { SignJWT } from 'jose';
import type { GooglePassApi } from './google-pass-api.ts';
import { type GoogleWallet, MAX_TOKEN_LENGTH } from './google-wallet.ts';
import { type LoyaltyObject, loyaltyClass, loyaltyObject } from './loyalty-object.ts';

/** `serviceAccount` is an email address, and `key` is that account's private key in PEM format. */
export interface GoogleIssuer {
  issuerId: string;
  serviceAccount: string;
  key: string;
}

/** Throws if the key can't sign passes. */
export function readGoogleKey(pem: string): string {
  const key = createPrivateKey(pem);
  if (key.asymmetricKeyType !== 'rsa') throw new Error('not an RSA key');
  return key.export({ type: 'pkcs8', format: 'pem' }).toString();
}

export function createGoogleWallet(options: {
  issuer: GoogleIssuer;
  publicUrl: string;
  isStandIn: boolean;
  api: GooglePassApi;
}): GoogleWallet {
  const { issuer, publicUrl, isStandIn, api } = options;
  const key = createPrivateKey(issuer.key);
  return {
    isStandIn,
    sign: async (facts, now) => {
      const object = loyaltyObject(issuer.issuerId, facts);
      const token = await signWithinLimit(object, (shortenedObject) =>
        signToken(key, issuer, publicUrl, shortenedObject, now),
      );
      if (token.length > MAX_TOKEN_LENGTH) throw new Error(`The pass takes ${token.length} characters`);
      return token;
    },
    update: (facts) => api.update(loyaltyObject(issuer.issuerId, facts)),
  };
}

/**
 * The name is cut to the first of these lengths that makes the token short enough. Google shows only about 20
 * characters.
 */
const NAME_LENGTHS = [60, 20, 8, 2];

async function signWithinLimit(
  object: LoyaltyObject,
  sign: (shortenedObject: LoyaltyObject) => Promise<string>,
): Promise<string> {
  let token = '';
  for (const length of NAME_LENGTHS) {
    token = await sign({ ...object, accountName: shortenName(object.accountName, length) });
    if (token.length <= MAX_TOKEN_LENGTH) break;
  }
  return token;
}

/** Counts code points, so that no emoji is cut in half. */
function shortenName(name: string, length: number): string {
  const characters = [...name];
  return characters.length <= length ? name : `${characters.slice(0, length - 1).join('')}…`;
}

function signToken(
  key: KeyObject,
  { issuerId, serviceAccount }: GoogleIssuer,
  publicUrl: string,
  object: LoyaltyObject,
  now: Date,
): Promise<string> {
  const payload = { loyaltyClasses: [loyaltyClass(issuerId, publicUrl)], loyaltyObjects: [object] };
  return new SignJWT({ typ: 'savetowallet', origins: [new URL(publicUrl).origin], payload })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setIssuer(serviceAccount)
    .setAudience('google')
    .setIssuedAt(Math.floor(now.getTime() / 1000))
    .sign(key);
}
