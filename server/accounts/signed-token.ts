import { createHmac, randomUUID } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import type { Db } from '#db/client.ts';
import type { SigningSecrets } from '../config/setting-types.ts';
import { insertUsedToken, isTokenUsed } from './used-token.repository.ts';

/** A token works for one purpose only. */
export type TokenPurpose =
  | 'id-token'
  | 'password-reset'
  | 'verify-email'
  | 'guest-buyer'
  | 'receipt'
  | 'cancel-membership'
  | 'claim-membership'
  | 'request-card'
  | 'complete-payment'
  | 'newsletter'
  | 'bill'
  | 'form'
  | 'add-passkey'
  | 'use-passkey';

export type KeyPurpose = 'live-card';

const claims = z.object({ sub: z.string(), jti: z.uuid(), exp: z.number(), bound: z.string().optional() });

export interface VerifiedToken {
  id: string;
  subject: string;
  /**
   * A digest of some state, such as the password hash. The caller must reject the token if that state has
   * changed.
   */
  bound: string | undefined;
  expiresAt: Date;
}

export interface IdentitySigner {
  sign(purpose: TokenPurpose, subject: string, options: { seconds: number; bound?: string }): Promise<string>;
  /** Returns null if the token is malformed, forged, expired, or for another purpose. */
  verify(purpose: TokenPurpose, token: string): Promise<VerifiedToken | null>;
  /** Like `verify`, but accepts a token only once, across all processes. */
  verifyOnce(db: Db, purpose: TokenPurpose, token: string): Promise<VerifiedToken | null>;
  isUsed(db: Db, token: VerifiedToken): Promise<boolean>;
  /**
   * Derives a 32-byte key for a subject from each secret. The current secret's key comes first. The keys are
   * the same in every process, and reveal neither each other nor the secrets.
   */
  deriveKeys(purpose: KeyPurpose, subject: string): readonly [Buffer, ...Buffer[]];
}

/** Signs and verifies the tokens in links and in sign-ins (D50). */
export function createSigner(secrets: SigningSecrets, now: () => Date): IdentitySigner {
  const encode = (secret: string) => new TextEncoder().encode(secret);
  const signingKey = encode(secrets[0]);
  const acceptedKeys = secrets.map(encode);

  async function verifyWithKey(
    purpose: TokenPurpose,
    token: string,
    key: Uint8Array,
  ): Promise<VerifiedToken> {
    const { payload } = await jwtVerify(token, key, {
      algorithms: ['HS256'],
      audience: purpose,
      currentDate: now(),
    });
    const { sub, jti, exp, bound } = claims.parse(payload);
    return { id: jti, subject: sub, bound, expiresAt: new Date(exp * 1000) };
  }

  async function verify(purpose: TokenPurpose, token: string): Promise<VerifiedToken | null> {
    try {
      return await Promise.any(acceptedKeys.map((key) => verifyWithKey(purpose, token, key)));
    } catch {
      return null;
    }
  }

  return {
    sign: (purpose, subject, { seconds, bound }) => {
      const issuedAt = Math.floor(now().getTime() / 1000);
      return new SignJWT(bound ? { bound } : {})
        .setProtectedHeader({ alg: 'HS256' })
        .setAudience(purpose)
        .setSubject(subject)
        .setJti(randomUUID())
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + seconds)
        .sign(signingKey);
    },
    verify,
    verifyOnce: async (db, purpose, token) => {
      const verifiedToken = await verify(purpose, token);
      if (!verifiedToken) return null;
      return (await insertUsedToken(db, verifiedToken.id, verifiedToken.expiresAt)) ? verifiedToken : null;
    },
    isUsed: (db, token) => isTokenUsed(db, token.id),
    deriveKeys: (purpose, subject) => {
      // No signed token contains a zero byte, so a derived key can't equal a token's signature.
      const derive = (secret: string) =>
        createHmac('sha256', secret).update(`${purpose}\0${subject}`).digest();
      const [currentSecret, ...olderSecrets] = secrets;
      return [derive(currentSecret), ...olderSecrets.map(derive)];
    },
  };
}
