import { createHmac, randomUUID } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import type { Db } from '#db/client.ts';
import { insertUsedToken, isTokenUsed } from './used-token.repository.ts';

/** What a signed token is good for; a token of one purpose is nothing to another. */
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

/** What a key of its own is derived for. */
export type KeyPurpose = 'live-card';

const claims = z.object({ sub: z.string(), jti: z.uuid(), exp: z.number(), bound: z.string().optional() });

export interface VerifiedToken {
  id: string;
  subject: string;
  /** A digest of state that voids the token when it changes, such as the password's hash. */
  bound: string | undefined;
  expiresAt: Date;
}

export interface IdentitySigner {
  sign(purpose: TokenPurpose, subject: string, options: { seconds: number; bound?: string }): Promise<string>;
  /** Null for a token that is malformed, forged, expired or of another purpose. */
  verify(purpose: TokenPurpose, token: string): Promise<VerifiedToken | null>;
  /** As `verify`, and never again for the same token, whichever process is asked. */
  verifyOnce(db: Db, purpose: TokenPurpose, token: string): Promise<VerifiedToken | null>;
  isUsed(db: Db, token: VerifiedToken): Promise<boolean>;
  /** A secret of 32 bytes, the same on every process, which tells nothing of ours or of another subject's. */
  derive(purpose: KeyPurpose, subject: string): Buffer;
}

/** The one helper for links and tokens that prove something: purpose, subject, expiry, single use (DESIGN D50). */
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
      const issued = Math.floor(now().getTime() / 1000);
      return new SignJWT(bound ? { bound } : {})
        .setProtectedHeader({ alg: 'HS256' })
        .setAudience(purpose)
        .setSubject(subject)
        .setJti(randomUUID())
        .setIssuedAt(issued)
        .setExpirationTime(issued + seconds)
        .sign(key);
    },
    verify,
    verifyOnce: async (db, purpose, token) => {
      const verified = await verify(purpose, token);
      if (!verified) return null;
      return (await insertUsedToken(db, verified.id, verified.expiresAt)) ? verified : null;
    },
    isUsed: (db, token) => isTokenUsed(db, token.id),
    // The zero byte is in no token that this secret signs.
    derive: (purpose, subject) => createHmac('sha256', secret).update(`${purpose}\0${subject}`).digest(),
  };
}
