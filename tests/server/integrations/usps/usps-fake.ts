import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

type Reply = (request: IncomingMessage, response: ServerResponse, url: URL) => void;

/** A fake of the two USPS services, over real HTTP. */
export interface FakeUsps {
  url: string;
  /** The queries of the received address requests. */
  lookups: URLSearchParams[];
  /** The bodies of the received token requests. */
  tokenRequests: string[];
  /** The next responses. Tests may replace `token` and `address`. */
  token: Reply;
  address: Reply;
  close(): Promise<void>;
}

export function json(status: number, body: unknown, headers: Record<string, string> = {}): Reply {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
}

/** Builds a response body as USPS's Addresses API 3.0 returns it. */
export function uspsAddress(
  changes: { address?: object; additionalInfo?: object | null; corrections?: object[] } = {},
) {
  return {
    firm: '',
    address: {
      streetAddress: '1437 BANNOCK ST',
      streetAddressAbbreviation: '',
      secondaryAddress: '',
      cityAbbreviation: '',
      city: 'DENVER',
      state: 'CO',
      ZIPCode: '80202',
      ZIPPlus4: '5337',
      urbanization: '',
      ...changes.address,
    },
    additionalInfo:
      changes.additionalInfo === null ? null : { DPVConfirmation: 'Y', ...changes.additionalInfo },
    corrections: changes.corrections ?? [{ code: '', text: '' }],
    matches: [{ code: '31', text: 'Single Response - exact match' }],
  };
}

export function uspsError(code: string, errors: string[] = []) {
  return {
    apiVersion: '/addresses/v3',
    error: {
      code,
      message: 'Address Not Found.',
      errors: errors.map((errorCode) => ({ code: errorCode, text: errorCode })),
    },
  };
}

export const goodToken = json(200, { access_token: 'token-1', token_type: 'Bearer', expires_in: '28799' });

export async function startFakeUsps(): Promise<FakeUsps> {
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://fake');
    if (request.method === 'POST' && url.pathname === '/oauth2/v3/token') {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(Buffer.from(chunk));
      fake.tokenRequests.push(Buffer.concat(chunks).toString('utf8'));
      return fake.token(request, response, url);
    }
    if (request.method === 'GET' && url.pathname === '/addresses/v3/address') {
      fake.lookups.push(url.searchParams);
      return fake.address(request, response, url);
    }
    return json(404, 'Not Found')(request, response, url);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The fake USPS server has no port');
  const fake: FakeUsps = {
    url: `http://127.0.0.1:${address.port}`,
    lookups: [],
    tokenRequests: [],
    token: goodToken,
    address: json(200, uspsAddress()),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return fake;
}
