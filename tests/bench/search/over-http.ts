import { HttpClient, type HttpResponse } from '../support/http-client.ts';
import { createVisitors, MAX_CLIENTS } from '../support/product-server.ts';
import type { Candidate } from './candidate.ts';
import type { SearchInput } from './cases.ts';

const COUNT_PATTERN = /"count":(\d+)/;

function createHttpCandidate(
  name: string,
  port: number,
  send: (client: HttpClient, search: SearchInput, headers: Record<string, string>) => Promise<HttpResponse>,
): Candidate {
  const headers = createVisitors();
  const clients = Array.from({ length: MAX_CLIENTS }, () => new HttpClient(port));
  return {
    name,
    find: async (search, client) => {
      const connection = clients[client];
      if (!connection) throw new Error('Unknown client');
      const { status, body } = await send(connection, search, headers());
      const count = COUNT_PATTERN.exec(body)?.[1];
      if (status !== 200 || count === undefined) throw new Error(`Returned ${status}: ${body}`);
      return Number(count);
    },
    close: async () => {
      for (const client of clients) client.close();
    },
  };
}

export function buildSearchPath(search: SearchInput): string {
  return `/trpc/savings.search?batch=1&input=${encodeURIComponent(JSON.stringify({ 0: search }))}`;
}

/** Creates a candidate that sends searches as the web app does. */
export function createProcedureCandidate(port: number): Candidate {
  return createHttpCandidate('savings.search over HTTP', port, (client, search, headers) =>
    client.get(buildSearchPath(search), headers),
  );
}

const PROMOTIONS = 'promotions { id code info url additionalURL validUntil online }';

const buildQuery = (
  promotions: string,
) => `query Search($skip: Int, $limit: Int, $sortBy: Int, $filtered: [StoreFilter!]) {
  SearchStores(skip: $skip, limit: $limit, sortBy: $sortBy, filtered: $filtered) {
    count
    data {
      id
      nationalLocationPlaceholder
      locationInformation { street1 street2 city state zip country }
      storeInformation {
        premier businessname searchName type logo category promotionsCount promotionsDisabled
        ${promotions}
      }
    }
  }
}`;

/** Sends a search as the back office does, with or without the stores' promotions. */
export function sendGraphqlSearch(
  client: HttpClient,
  { skip, limit, sortBy, ...filters }: SearchInput,
  headers: Record<string, string>,
  withPromotions: boolean,
): Promise<HttpResponse> {
  const filtered = Object.entries(filters).map(([id, value]) => ({ id, value: String(value) }));
  const query = buildQuery(withPromotions ? PROMOTIONS : '');
  return client.post('/graphql', { query, variables: { skip, limit, sortBy, filtered } }, headers);
}

export function createGatewayCandidate(port: number): Candidate {
  return createHttpCandidate('the gateway over HTTP', port, (client, search, headers) =>
    sendGraphqlSearch(client, search, headers, true),
  );
}
