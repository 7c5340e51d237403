/** Formats a link to be read, such as 'card.example/cancel': without the parts that hold a key. */
export function formatShortUrl(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname.replace(/\/$/, '')}`;
}
