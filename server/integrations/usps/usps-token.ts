import { tokenAnswer } from './usps-answers.ts';

export interface UspsCredentials {
  clientId: string;
  clientSecret: string;
}

export interface TokenSource {
  /** A token that is good for a while yet; throws where none is given. */
  get(signal: AbortSignal): Promise<string>;
  /** The post office no longer takes this one. */
  forget(token: string): void;
}

/** A token is renewed this long before it ends, so that none ends on the way. */
const MARGIN_MS = 60_000;

/** The bearer token for client credentials, kept until shortly before its end and asked for once at a time. */
export function createTokenSource(
  baseUrl: string,
  { clientId, clientSecret }: UspsCredentials,
  now: () => Date,
): TokenSource {
  let kept: { token: string; until: number } | undefined;
  let asking: Promise<string> | undefined;

  async function ask(signal: AbortSignal): Promise<string> {
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
    const answer = tokenAnswer.parse(await response.json());
    kept = { token: answer.access_token, until: now().getTime() + answer.expires_in * 1000 - MARGIN_MS };
    return answer.access_token;
  }

  return {
    get: async (signal) => {
      if (kept && kept.until > now().getTime()) return kept.token;
      asking ??= ask(signal).finally(() => {
        asking = undefined;
      });
      return asking;
    },
    forget: (token) => {
      if (kept?.token === token) kept = undefined;
    },
  };
}
