/**
 * Formats a link for people to read, such as 'card.example/cancel'. Leaves out the parts that contain a key.
 */
export function formatShortUrl(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname.replace(/\/$/, '')}`;
}
