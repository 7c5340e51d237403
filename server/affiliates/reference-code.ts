import { randomInt } from 'node:crypto';

/** Without 0, O, 1, I, and L, which people confuse. */
const SIGNS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const RANDOM_SIGNS = 4;
const LONGEST_NAME = 10;

/** A code that is easy to read aloud: 'MARIA7K2M', from the first name and random characters. Each try adds one. */
export function newReferenceCode(firstname: string, tried = 0): string {
  const name = firstname
    .normalize('NFKD')
    .toUpperCase()
    .replace(/[^A-Z]/g, '')
    .slice(0, LONGEST_NAME);
  const random = Array.from({ length: RANDOM_SIGNS + tried }, () => SIGNS.charAt(randomInt(SIGNS.length)));
  return (name || 'CARD') + random.join('');
}
