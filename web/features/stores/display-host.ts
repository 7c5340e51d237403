/**
 * Returns 'joes-pizza.com' for https://www.joes-pizza.com/menu. Returns null for anything that is not a web
 * address.
 */
export function getDisplayHost(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { protocol, hostname } = new URL(url);
  return /^https?:$/.test(protocol) ? hostname.replace(/^www\./, '') : null;
}
