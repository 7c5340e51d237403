/**
 * A page's key is made of this many characters at the end of an id. Without the hyphen, they are 60 random
 * bits.
 */
const KEY_TEXT_LENGTH = 16;
const KEY_LENGTH = 12;
const KEY_RADIX = 36n;
const KEY_AT_END = /(?:^|-)([0-9a-z]{12})$/i;

/** Returns the part of a business's id that its key encodes. */
const readKey = (businessId: string) => businessId.slice(-KEY_TEXT_LENGTH);

/**
 * Returns the last part of a page's URL, such as 'aldos-bakery-1x0q3c8v7b2k'. Only the key identifies the
 * business. The words change with its name, so that older URLs can be redirected.
 */
export function toPageSlug({ id, searchName }: { id: string; searchName: string }): string {
  const key = BigInt(`0x${readKey(id).replace('-', '')}`)
    .toString(Number(KEY_RADIX))
    .padStart(KEY_LENGTH, '0');
  return [...searchName.split(' ').filter(Boolean), key].join('-');
}

/** Returns the part of the business's id, or null if the slug has no key. */
export function parsePageSlug(slug: string): string | null {
  const key = KEY_AT_END.exec(slug)?.[1];
  if (key === undefined) return null;
  const value = [...key].reduce((sum, digit) => sum * KEY_RADIX + BigInt(Number.parseInt(digit, 36)), 0n);
  const digits = value.toString(16).padStart(KEY_TEXT_LENGTH - 1, '0');
  return `${digits.slice(0, 3)}-${digits.slice(3)}`;
}
