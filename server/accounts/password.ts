import { createHash } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

/** argon2id (2), 19 MiB, two passes: the library's name for the algorithm cannot be imported under type stripping. */
const OPTIONS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** The hash of a random password that nobody kept: an unknown address takes as long to refuse as a known one. */
export const DUMMY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$A4U7jvsS+b62yRWywO35GA$1HdhfU8NnooCavC35xC1/2e7zvEgnXYhZuEk0BIbjZY';

/** Stands in an account that nobody may log in to: no password has this hash. */
export const NO_PASSWORD = '!';

/** The same letters give the same password, however a keyboard composes them. */
function canonical(password: string): string {
  return password.normalize('NFKC');
}

export function hashPassword(password: string): Promise<string> {
  return hash(canonical(password), OPTIONS);
}

/** True where the password belongs to the hash. Without a usable hash it works as long and says no. */
export async function verifyPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  const usable = passwordHash !== undefined && passwordHash !== NO_PASSWORD;
  const matches = await verify(usable ? passwordHash : DUMMY_HASH, canonical(password));
  return usable && matches;
}

/** Changes whenever the password does; tokens bound to it die then. It tells nothing about the hash. */
export function passwordFingerprint(passwordHash: string): string {
  return createHash('sha256').update(passwordHash).digest('base64url').slice(0, 22);
}
