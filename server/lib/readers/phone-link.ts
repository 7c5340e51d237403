// Apart from the reader, because the first view of the search has no room for it.

const EXTENSION = /(?:ext[a-z]*|x|#|,)[^a-z\d]*(?=\d{1,6}$)/;
/** The key of each letter from A to Z. */
const KEYS = '22233344455566677778889999';

/** Returns the link that dials a number, such as 'tel:18003569377;ext=12'. */
export function toPhoneLink(phone: string): string {
  const [base = '', extension] = phone.toLowerCase().split(EXTENSION);
  const digits = base.replace(/[a-z]/g, (letter) => KEYS.charAt(letter.charCodeAt(0) - 97));
  return `tel:${digits.replace(/[^+\d]/g, '')}${extension ? `;ext=${extension}` : ''}`;
}
