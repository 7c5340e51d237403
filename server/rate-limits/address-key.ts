import { isIPv6 } from 'node:net';

const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const GROUPS = 8;
/** One connection is given a /64 at least: whoever has it may call from any of its addresses. */
const NETWORK_GROUPS = 4;

/** What a caller's address counts as: itself, or the network of an IPv6 connection ('2001:db8:1:2::/64'). */
export function addressKey(ip: string): string {
  const mapped = MAPPED_IPV4.exec(ip)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(ip)) return ip;
  const [head = '', tail] = ip.split('%', 1).join('').split('::');
  const before = groupsOf(head);
  const after = tail === undefined ? [] : groupsOf(tail);
  const zeros = Array<number>(Math.max(0, GROUPS - before.length - after.length)).fill(0);
  const network = [...before, ...zeros, ...after].slice(0, NETWORK_GROUPS);
  return `${network.map((group) => group.toString(16)).join(':')}::/64`;
}

function groupsOf(text: string): number[] {
  const groups = text.split(':').filter((group) => group !== '');
  // An IPv4 address at the end stands for two groups; it never reaches into the network's part but by zeros.
  return groups.flatMap((group) => (group.includes('.') ? [0, 0] : [Number.parseInt(group, 16)]));
}
