import { tokenResponse } from './usps-responses.ts';

export interface UspsCredentials {
  clientId: string;
  clientSecret: string;
}

export interface TokenSource {
  /** Returns a token that is valid for a while; throws if USPS issues none. */
  get(signal: AbortSignal): Promise<string>;
  /** Discards a token that USPS no longer accepts. */
  discard(token: string): void;
}

/** How long before it expires a token is renewed, so that it does not expire during a request. */
const RENEWAL_MARGIN_MS = 60_000;

/**
 * Returns the client-credentials token. Caches it until shortly before it expires, and concurrent callers share one
 * request.
 */
export function createTokenSource(
  baseUrl: string,
  { clientId, clientSecret }: UspsCredentials,
  now: () => Date,
): TokenSource {
  let cached: { token: string; expiresAtMs: number } | undefined;
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
    const answer = tokenResponse.parse(await response.json());
    cached = {
      token: answer.access_token,
      expiresAtMs: now().getTime() + answer.expires_in * 1000 - RENEWAL_MARGIN_MS,
    };
    return answer.access_token;
  }

  return {
    get: async (signal) => {
      if (cached && cached.expiresAtMs > now().getTime()) return cached.token;
      pendingRequest ??= requestToken(signal).finally(() => {
        pendingRequest = undefined;
      });
      return pendingRequest;
    },
    discard: (token) => {
      if (cached?.token === token) cached = undefined;
    },
  };
}
