import { createHmac, randomUUID } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import type { Db, Trx } from '#db/client.ts';
import type { SigningSecrets } from '../config/setting-types.ts';
import {
  type AccessPurpose,
  type KeptPurpose,
  type KeyPurpose,
  TOKEN_RULES,
  type TokenPurpose,
} from './recovery-rules.ts';
import { lockSecurityVersion } from './security-version.repository.ts';
import type { SecuredAccount } from './session-account.ts';
import { TOKEN_SECONDS } from './token-lifetimes.ts';
import { insertUsedToken } from './used-token.repository.ts';

const claims = z.object({
  sub: z.string(),
  jti: z.uuid(),
  iat: z.number(),
  exp: z.number(),
  bound: z.string().optional(),
  /** Only in tokens that could give access to an account. */
  securityVersion: z.int().optional(),
});

export interface VerifiedToken {
  id: string;
  subject: string;
  /** A digest of some state, such as the end of a period. The caller must check whether it has changed. */
  bound: string | undefined;
  expiresAt: Date;
}

interface TokenOptions {
  /** How long the token works, if that is less than its purpose allows. */
  seconds?: number;
  bound?: string;
}

export interface IdentitySigner {
  sign(purpose: KeptPurpose, subject: string, options?: TokenOptions): Promise<string>;
  /** Returns null if the token is malformed, forged, expired, or for another purpose. */
  verify(purpose: KeptPurpose, token: string): Promise<VerifiedToken | null>;
  /** Like `verify`, but accepts an expired token, which only proves that we sent it to somebody. */
  verifyExpired(purpose: KeptPurpose, token: string): Promise<VerifiedToken | null>;
  /** Like `verify`, but accepts a token only once, across all processes. */
  verifyOnce(db: Db, purpose: KeptPurpose, token: string): Promise<VerifiedToken | null>;
  /** Signs a token that could give access to the account. It works until the account is recovered (D75). */
  signAccess(purpose: AccessPurpose, account: SecuredAccount, options?: TokenOptions): Promise<string>;
  /**
   * Returns the account, or null as `verify` does, or if the account was recovered since the token was signed.
   * Locks the account until the transaction ends, so that it can't be recovered before the token takes effect.
   */
  redeemAccess(
    trx: Trx,
    purpose: AccessPurpose,
    token: string,
  ): Promise<{ account: SecuredAccount; bound: string | undefined } | null>;
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

  function sign(
    purpose: TokenPurpose,
    subject: string,
    { seconds = TOKEN_SECONDS[purpose], ...extraClaims }: TokenOptions & { securityVersion?: number } = {},
  ): Promise<string> {
    const issuedAt = Math.floor(now().getTime() / 1000);
    return new SignJWT(extraClaims)
      .setProtectedHeader({ alg: 'HS256' })
      .setAudience(purpose)
      .setSubject(subject)
      .setJti(randomUUID())
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + seconds)
      .sign(signingKey);
  }

  async function verifyWithKey(
    purpose: TokenPurpose,
    token: string,
    key: Uint8Array,
    clockTolerance: number,
  ) {
    const { payload } = await jwtVerify(token, key, {
      algorithms: ['HS256'],
      audience: purpose,
      currentDate: now(),
      clockTolerance,
    });
    const { sub, jti, iat, exp, bound, securityVersion } = claims.parse(payload);
    // Not jose's `maxTokenAge`, which rejects a token of a process whose clock is ahead.
    const ageSeconds = now().getTime() / 1000 - iat;
    if (ageSeconds - clockTolerance >= TOKEN_SECONDS[purpose]) throw new Error('The token is too old');
    return { id: jti, subject: sub, bound, expiresAt: new Date(exp * 1000), securityVersion };
  }

  async function verify(purpose: TokenPurpose, token: string, clockTolerance = 0) {
    try {
      return await Promise.any(acceptedKeys.map((key) => verifyWithKey(purpose, token, key, clockTolerance)));
    } catch {
      return null;
    }
  }

  return {
    sign,
    verify: (purpose, token) => verify(purpose, token),
    verifyExpired: (purpose, token) => verify(purpose, token, Number.MAX_SAFE_INTEGER),
    verifyOnce: async (db, purpose, token) => {
      const verifiedToken = await verify(purpose, token);
      if (!verifiedToken) return null;
      return (await insertUsedToken(db, verifiedToken.id, verifiedToken.expiresAt)) ? verifiedToken : null;
    },
    signAccess: (purpose, { id, securityVersion }, options) =>
      sign(purpose, id, { ...options, securityVersion }),
    redeemAccess: async (trx, purpose, token) => {
      const verifiedToken = await verify(purpose, token);
      if (verifiedToken?.securityVersion === undefined) return null;
      const { id, subject, bound, expiresAt, securityVersion } = verifiedToken;
      if ((await lockSecurityVersion(trx, subject)) !== securityVersion) return null;
      const isOnce = TOKEN_RULES[purpose].uses === 'once';
      if (isOnce && !(await insertUsedToken(trx, id, expiresAt))) return null;
      return { account: { id: subject, securityVersion }, bound };
    },
    deriveKeys: (purpose, subject) => {
      // No signed token contains a zero byte, so a derived key can't equal a token's signature.
      const derive = (secret: string) =>
        createHmac('sha256', secret).update(`${purpose}\0${subject}`).digest();
      const [currentSecret, ...olderSecrets] = secrets;
      return [derive(currentSecret), ...olderSecrets.map(derive)];
    },
  };
}
