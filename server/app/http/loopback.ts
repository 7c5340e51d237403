import type { FastifyRequest } from 'fastify';

/** A request with one of these headers came through a proxy, so it may be from another machine. */
const PROXY_HEADERS = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
];
/** Rejects other host names, which a site can point to 127.0.0.1 (DNS rebinding). */
const LOCAL_NAME = /^(?:localhost|[\w-]+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i;
const LOCAL_ADDRESS = /^(?:::1|(?:::ffff:)?127(?:\.\d{1,3}){3})$/i;

/** True if the request came directly from this machine (D51). */
export function isLoopback({ headers, socket }: FastifyRequest): boolean {
  return (
    LOCAL_ADDRESS.test(socket.remoteAddress ?? '') &&
    LOCAL_NAME.test(headers.host ?? '') &&
    PROXY_HEADERS.every((name) => headers[name] === undefined)
  );
}
