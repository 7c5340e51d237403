const FOREIGN_DOT = /[\u3002\uFF61]/g;
const NAME = /^[\p{L}\p{M}\p{N}.-]+$/u;
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,58}[a-z0-9])$/;
const NEEDS_CONVERSION = /[^\x20-\x7e]|xn--/;

/** Returns a domain in lowercase ASCII: 'München.de' becomes 'xn--mnchen-3ya.de'. Returns null for other text. */
export function readDomain(text: string): string | null {
  const name = text.toLowerCase().replace(FOREIGN_DOT, '.').replace(/\.$/, '');
  if (name.length > 253 || !NAME.test(name)) return null;
  const domain = NEEDS_CONVERSION.test(name) ? URL.parse(`http://${name}`)?.hostname : name;
  return domain !== undefined && domain.length <= 253 && DOMAIN.test(domain) ? domain : null;
}
