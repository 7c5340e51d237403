import { AppError } from '../../lib/errors.ts';

/** How many of the most common passwords are refused (D57). */
const MAX_COMMON_RANK = 10_000;

let commonPasswords: Promise<ReadonlySet<string>> | undefined;

async function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].slice(0, MAX_COMMON_RANK));
}

/** Ignores case and spaces, because guessing programs try such variants too. */
function normalize(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s/g, '');
}

/**
 * Throws PASSWORD_TOO_COMMON for a common password, and for the owner's email, its part before the '@', or
 * their name (D57).
 */
export async function assertHardToGuess(
  password: string,
  owner: { email: string; firstname: string; lastname: string },
): Promise<void> {
  const { email, firstname, lastname } = owner;
  const ownTexts = [email, email.split('@', 1)[0] ?? '', firstname, lastname, firstname + lastname];
  const normalized = normalize(password);
  commonPasswords ??= loadCommonPasswords();
  if (ownTexts.map(normalize).includes(normalized) || (await commonPasswords).has(normalized)) {
    throw new AppError('PASSWORD_TOO_COMMON', { field: 'password' });
  }
}
