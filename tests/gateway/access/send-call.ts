import type { LightMyRequestResponse } from 'fastify';
import { isSecretRead } from '#server/app/http/secret-reads.shared.ts';
import type { TestApp } from '#tests/helpers/app.ts';
import type { Visitor } from '#tests/helpers/visitor.ts';
import type { Call, Row } from './row.ts';
import type { Actor } from './world.ts';

const METHODS = ['GET', 'PUT', 'DELETE'] as const;

/** Opens a browser in which the actor is logged in, with a passkey if only staff make the row's call. */
export async function openBrowser(
  server: TestApp,
  { isStaffOnly }: Row,
  { account }: Actor,
): Promise<Visitor> {
  if (isStaffOnly && account) return server.staffVisitor(account);
  return (await server.visitor(account)).fetchCsrfToken();
}

/** Sends a row's request over HTTP. For GraphQL, `field` is the spelling of the operation name to use. */
export function sendCall(
  visitor: Visitor,
  entryPoint: string,
  { input, document, url, payload, headers = {} }: Call,
  field = '',
): Promise<LightMyRequestResponse> {
  const [kind = '', path = ''] = entryPoint.split(' ');
  if (kind === 'graphql') {
    return visitor.post('/graphql', { query: document?.(field || path) ?? '', variables: input });
  }
  if (kind === 'query' && !isSecretRead(path)) {
    const query = input === undefined ? '' : `?input=${encodeURIComponent(JSON.stringify(input))}`;
    return visitor.get(`/trpc/${path}${query}`);
  }
  if (kind === 'query' || kind === 'mutation') return visitor.post(`/trpc/${path}`, input ?? {});
  const isBodiless = kind === 'GET' || kind === 'DELETE';
  return visitor.send(
    METHODS.find((method) => method === kind) ?? 'POST',
    url ?? path,
    payload === undefined ? { headers, ...(isBodiless ? {} : { body: input }) } : { payload, headers },
  );
}
