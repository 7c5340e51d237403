import type { FastifyRequest } from 'fastify';

/** What proxies add: whoever speaks through one is not at this machine, though the proxy may be. */
const PROXY_HEADERS = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
];
/** Another site may give its own name the address of this machine: its pages then call us under that name. */
const LOCAL_NAME = /^(?:localhost|[\w-]+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i;
const LOCAL_ADDRESS = /^(?:::1|(?:::ffff:)?127(?:\.\d{1,3}){3})$/i;

/** Whether a person or program at this machine asks, directly (DESIGN D51). */
export function isLoopback({ headers, socket }: FastifyRequest): boolean {
  return (
    LOCAL_ADDRESS.test(socket.remoteAddress ?? '') &&
    LOCAL_NAME.test(headers.host ?? '') &&
    PROXY_HEADERS.every((name) => headers[name] === undefined)
  );
}
