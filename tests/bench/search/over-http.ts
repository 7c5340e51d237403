import { HttpClient, type HttpResponse } from '../support/http-client.ts';
import { type Candidate, MAX_CLIENTS } from './candidate.ts';
import type { SearchInput } from './cases.ts';

const COUNT_PATTERN = /"count":(\d+)/;

function overHttp(
  name: string,
  port: number,
  send: (client: HttpClient, search: SearchInput) => Promise<HttpResponse>,
): Candidate {
  const clients = Array.from({ length: MAX_CLIENTS }, () => new HttpClient(port));
  return {
    name,
    find: async (search, client) => {
      const connection = clients[client];
      if (!connection) throw new Error('Unknown client');
      const { status, body } = await send(connection, search);
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

/** Searches as the web app does. */
export function procedure(port: number): Candidate {
  return overHttp('savings.search over HTTP', port, (client, search) => client.get(buildSearchPath(search)));
}

const QUERY = `query Search($skip: Int, $limit: Int, $sortBy: Int, $filtered: [StoreFilter!]) {
  SearchStores(skip: $skip, limit: $limit, sortBy: $sortBy, filtered: $filtered) {
    count
    data {
      id
      nationalLocationPlaceholder
      locationInformation { street1 street2 city state zip country }
      storeInformation {
        premier businessname searchName type logo category promotionsCount promotionsDisabled
        promotions { id code info url additionalURL validUntil online }
      }
    }
  }
}`;

/** Searches as the back office does. */
export function gateway(port: number): Candidate {
  return overHttp('the gateway over HTTP', port, (client, { skip, limit, sortBy, ...filters }) => {
    const columnFilters = Object.entries(filters).map(([id, value]) => ({ id, value: String(value) }));
    return client.post('/graphql', {
      query: QUERY,
      variables: { skip, limit, sortBy, filtered: columnFilters },
    });
  });
}
