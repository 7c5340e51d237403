import { randomInt } from 'node:crypto';

/** Omits 0, O, 1, I, and L, because people confuse them. */
const CHARACTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const RANDOM_LENGTH = 4;
const MAX_NAME_LENGTH = 10;

/** Creates a code that is easy to read aloud, such as 'MARIA7K2M'. Each retry adds a random character. */
export function createReferenceCode(firstname: string, attempt = 0): string {
  const name = firstname
    .normalize('NFKD')
    .toUpperCase()
    .replace(/[^A-Z]/g, '')
    .slice(0, MAX_NAME_LENGTH);
  const random = Array.from({ length: RANDOM_LENGTH + attempt }, () =>
    CHARACTERS.charAt(randomInt(CHARACTERS.length)),
  );
  return (name || 'CARD') + random.join('');
}
