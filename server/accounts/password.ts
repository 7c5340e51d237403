import { createHash } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

/** argon2id (2): the library's enum can't be imported when Node only strips types. */
const OPTIONS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** The hash of a random password, verified for unknown emails so that they take as long to reject as known ones. */
export const DUMMY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$A4U7jvsS+b62yRWywO35GA$1HdhfU8NnooCavC35xC1/2e7zvEgnXYhZuEk0BIbjZY';

/** The hash of an account without a login: no password matches it. */
export const NO_PASSWORD = '!';

/** Normalizes the password, because keyboards encode the same letters differently. */
function normalize(password: string): string {
  return password.normalize('NFKC');
}

export function hashPassword(password: string): Promise<string> {
  return hash(normalize(password), OPTIONS);
}

/** Takes equally long and returns false without a usable hash. */
export async function verifyPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  const isUsable = passwordHash !== undefined && passwordHash !== NO_PASSWORD;
  const matches = await verify(isUsable ? passwordHash : DUMMY_HASH, normalize(password));
  return isUsable && matches;
}

/** Changes with the password, which invalidates the tokens bound to it. Reveals nothing about the hash. */
export function passwordFingerprint(passwordHash: string): string {
  return createHash('sha256').update(passwordHash).digest('base64url').slice(0, 22);
}
