import { tokenResponse } from './usps-responses.ts';

export interface UspsCredentials {
  clientId: string;
  clientSecret: string;
}

export interface TokenSource {
  /** Throws if USPS issues no token. */
  get(signal: AbortSignal): Promise<string>;
  /** Call this when USPS rejects the token. */
  discard(token: string): void;
}

/** Renew a token this long before it expires, so that it doesn't expire during a request. */
const RENEWAL_MARGIN_MS = 60_000;

/** Caches the OAuth token until shortly before it expires. Concurrent callers share one token request. */
export function createTokenSource(
  baseUrl: string,
  { clientId, clientSecret }: UspsCredentials,
  now: () => Date,
): TokenSource {
  let cachedToken: { token: string; expiresAtMs: number } | undefined;
  let pendingRequest: Promise<string> | undefined;

  async function requestToken(signal: AbortSignal): Promise<string> {
    const response = await fetch(`${baseUrl}/oauth2/v3/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({
        grant_type: 'client_credentials',
        client_id: clientId,
        client_secret: clientSecret,
      }),
      redirect: 'error',
      signal,
    });
    if (!response.ok) throw new Error(`the token was refused with ${response.status}`);
    const parsed = tokenResponse.parse(await response.json());
    cachedToken = {
      token: parsed.access_token,
      expiresAtMs: now().getTime() + parsed.expires_in * 1000 - RENEWAL_MARGIN_MS,
    };
    return parsed.access_token;
  }

  return {
    get: async (signal) => {
      if (cachedToken && cachedToken.expiresAtMs > now().getTime()) return cachedToken.token;
      pendingRequest ??= requestToken(signal).finally(() => {
        pendingRequest = undefined;
      });
      return pendingRequest;
    },
    discard: (token) => {
      if (cachedToken?.token === token) cachedToken = undefined;
    },
  };
}
