const PLAIN_LETTERS: Readonly<Record<string, string>> = { ø: 'o', Ø: 'O', ł: 'l', Ł: 'L', đ: 'd', Đ: 'D' };
const IGNORED_MARKS = /['’‘ʻʼ′`´.]/g;

/**
 * Returns a name as staff search for it: without accents, apostrophes, and periods, and with spaces for hyphens.
 * The SQL function `name_search_key` does the same to stored names.
 */
export function toNameKey(name: string): string {
  return name
    .replace(/[-‐–]/g, ' ')
    .replace(/[øØłŁđĐ]/g, (letter) => PLAIN_LETTERS[letter] ?? letter)
    .replace(IGNORED_MARKS, '')
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();
}
