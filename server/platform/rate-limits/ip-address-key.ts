import { isIP, isIPv6 } from 'node:net';

const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const GROUP_COUNT = 8;
/** An IPv6 customer has at least a /64 and may use any address in it. */
const NETWORK_GROUP_COUNT = 4;

/** Returns the IP address in an entry of X-Forwarded-For, without the port that some proxies add, or null. */
export function parseAddress(entry: string): string | null {
  const [, bracketed, withPort] = /^\[([^\]]+)\](?::\d+)?$|^([\d.]+):\d+$/.exec(entry.trim()) ?? [];
  const address = bracketed ?? withPort ?? entry.trim();
  return isIP(address) ? address : null;
}

/**
 * Returns an IPv4 address, even if it was mapped to IPv6, or the network of an IPv6 address
 * ('2001:db8:1:2::/64').
 */
export function getAddressKey(ip: string): string {
  const mappedAddress = MAPPED_IPV4.exec(ip)?.[1];
  if (mappedAddress) return mappedAddress;
  if (!isIPv6(ip)) return ip;
  const [firstHalf = '', secondHalf] = ip.split('%', 1).join('').split('::');
  const leadingGroups = parseGroups(firstHalf);
  const trailingGroups = secondHalf === undefined ? [] : parseGroups(secondHalf);
  const zeros = Array<number>(Math.max(0, GROUP_COUNT - leadingGroups.length - trailingGroups.length)).fill(
    0,
  );
  const network = [...leadingGroups, ...zeros, ...trailingGroups].slice(0, NETWORK_GROUP_COUNT);
  return `${network.map((group) => group.toString(16)).join(':')}::/64`;
}

function parseGroups(text: string): number[] {
  const groups = text.split(':').filter((group) => group !== '');
  // An IPv4 address at the end takes the place of two groups. They aren't part of the network.
  return groups.flatMap((group) => (group.includes('.') ? [0, 0] : [Number.parseInt(group, 16)]));
}
