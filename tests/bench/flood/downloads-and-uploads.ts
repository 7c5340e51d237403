import { countResponse, from, isOver, port, runFlood, staffHeaders } from './scenario.ts';

const CONNECTIONS_EACH = 4;
/** Eight million commas, in rows that are as long as an import allows. */
const TABLE = `${','.repeat(999)}\n`.repeat(8_000);

const REQUESTS: ReadonlyArray<[name: string, path: string, request: RequestInit]> = [
  [
    'a download of search results',
    '/api/search/download',
    {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ zip: '80202', distance: 100, national: true }),
    },
  ],
  [
    'an import',
    '/api/staff/imports/businesses?name=stores.csv',
    { headers: { ...staffHeaders, 'content-type': 'text/csv' }, body: TABLE },
  ],
];

/** Sends the request at full speed, without regard to Retry-After. */
async function repeat([name, path, request]: (typeof REQUESTS)[number]): Promise<void> {
  while (!isOver()) {
    const status = await fetch(`http://127.0.0.1:${port}${path}`, {
      ...request,
      method: 'POST',
      headers: { ...request.headers, 'x-forwarded-for': from },
    }).then(
      async (response) => {
        await response.arrayBuffer();
        return response.status;
      },
      // Once refused, an upload is no longer read, so the connection may close before its reply is.
      () => 429,
    );
    countResponse(name, status);
  }
}

await runFlood(
  REQUESTS.flatMap((request) => Array.from({ length: CONNECTIONS_EACH }, () => repeat(request))),
);
