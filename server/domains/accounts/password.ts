import { hash, verify } from '@node-rs/argon2';

/** 2 is argon2id. The library's enum can't be imported, because Node only strips types. */
const OPTIONS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/**
 * The hash of a random password. It is verified for unknown email addresses, so that rejecting them takes as
 * long as rejecting known ones.
 */
export const DUMMY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$A4U7jvsS+b62yRWywO35GA$1HdhfU8NnooCavC35xC1/2e7zvEgnXYhZuEk0BIbjZY';

/** Stored for accounts that nobody can sign in to. No password matches it. */
export const NO_PASSWORD = '!';

/** Keyboards may encode the same letters differently. */
function normalize(password: string): string {
  return password.normalize('NFKC');
}

export function hashPassword(password: string): Promise<string> {
  return hash(normalize(password), OPTIONS);
}

/**
 * Verifies a password. Returns false if the account has none, but verifies a dummy hash first, so that the
 * response time doesn't reveal this.
 */
export async function verifyPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  const isUsable = passwordHash !== undefined && passwordHash !== NO_PASSWORD;
  const matches = await verify(isUsable ? passwordHash : DUMMY_HASH, normalize(password));
  return isUsable && matches;
}
