import { createHmac, randomUUID } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import type { Db } from '#db/client.ts';
import { insertUsedToken, isTokenUsed } from './used-token.repository.ts';

/** A token is valid for one purpose only. */
export type TokenPurpose =
  | 'id-token'
  | 'password-reset'
  | 'guest-buyer'
  | 'receipt'
  | 'cancel-membership'
  | 'claim-membership'
  | 'request-card'
  | 'complete-payment'
  | 'form';

export type KeyPurpose = 'live-card';

const claims = z.object({ sub: z.string(), jti: z.uuid(), exp: z.number(), bound: z.string().optional() });

export interface VerifiedToken {
  id: string;
  subject: string;
  /** A digest of some state, such as the password hash. The token becomes invalid when that state changes. */
  bound: string | undefined;
  expiresAt: Date;
}

export interface IdentitySigner {
  sign(purpose: TokenPurpose, subject: string, options: { seconds: number; bound?: string }): Promise<string>;
  /** Null if the token is malformed, forged, expired or for another purpose. */
  verify(purpose: TokenPurpose, token: string): Promise<VerifiedToken | null>;
  /** Like `verify`, but a token passes only once, across all processes. */
  verifyOnce(db: Db, purpose: TokenPurpose, token: string): Promise<VerifiedToken | null>;
  isUsed(db: Db, token: VerifiedToken): Promise<boolean>;
  /** Returns a 32-byte secret for a subject, the same in every process. It does not reveal other secrets. */
  derive(purpose: KeyPurpose, subject: string): Buffer;
}

/** Signs and verifies the tokens in links and sign-ins (D50). */
export function createSigner(secret: string, now: () => Date): IdentitySigner {
  const key = new TextEncoder().encode(secret);

  async function verify(purpose: TokenPurpose, token: string): Promise<VerifiedToken | null> {
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: ['HS256'],
        audience: purpose,
        currentDate: now(),
      });
      const { sub, jti, exp, bound } = claims.parse(payload);
      return { id: jti, subject: sub, bound, expiresAt: new Date(exp * 1000) };
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
        .sign(key);
    },
    verify,
    verifyOnce: async (db, purpose, token) => {
      const verified = await verify(purpose, token);
      if (!verified) return null;
      return (await insertUsedToken(db, verified.id, verified.expiresAt)) ? verified : null;
    },
    isUsed: (db, token) => isTokenUsed(db, token.id),
    // No signed token contains a zero byte, so a derived key can never equal a token signature.
    derive: (purpose, subject) => createHmac('sha256', secret).update(`${purpose}\0${subject}`).digest(),
  };
}
