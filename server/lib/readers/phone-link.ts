// Apart from the reader, so that a page with a phone number doesn't load it.

const EXTENSION = /^(.*[^a-z])(?:ext[a-z]*|x|#|,)[\s.:=#]*(\d{1,6})$/i;
/** The key of each letter from A to Z. */
const KEYS = '22233344455566677778889999';

export function splitExtension(line: string): { base: string; extension: string } {
  const [, base = line, extension = ''] = EXTENSION.exec(line) ?? [];
  return { base: base.replace(/[\s,;]+$/, ''), extension };
}

/** Returns the link that dials a number, such as 'tel:18003569377;ext=12'. */
export function toPhoneLink(phone: string): string {
  const { base, extension } = splitExtension(phone.toLowerCase());
  const digits = base.replace(/[a-z]/g, (letter) => KEYS.charAt(letter.charCodeAt(0) - 97));
  return `tel:${digits.replace(/[^+\d]/g, '')}${extension && `;ext=${extension}`}`;
}
