import { createPrivateKey } from 'node:crypto';
import { SignJWT } from 'jose';
import { z } from 'zod';
import type { GooglePassApi } from './google-pass-api.ts';
import { loyaltyClass } from './loyalty-object.ts';
import type { GoogleIssuer } from './signed-google-passes.ts';

const TOKEN_URL = 'https://oauth2.googleapis.com/token';
const API_URL = 'https://walletobjects.googleapis.com';
const SCOPE = 'https://www.googleapis.com/auth/wallet_object.issuer';
const [OK, NOT_FOUND, CONFLICT] = [200, 404, 409] as const;
const TIMEOUT_MS = 15_000;
/** Renew a token this long before it expires. */
const RENEWAL_MARGIN_MS = 60_000;
const TOKEN_SECONDS = 3_600;

const tokenResponse = z.object({ access_token: z.string(), expires_in: z.number() });

interface WalletObjectsOptions {
  issuer: GoogleIssuer;
  publicUrl: string;
  now: () => Date;
  tokenUrl?: string;
  apiUrl?: string;
}

export function createWalletObjectsApi(options: WalletObjectsOptions): GooglePassApi {
  const { apiUrl = API_URL, issuer, publicUrl } = options;
  const accessToken = createTokenSource(options);

  /** Throws unless the response has one of the expected statuses. */
  async function send(
    method: string,
    path: string,
    body: object,
    expectedStatuses: number[],
  ): Promise<number> {
    const response = await fetch(`${apiUrl}/walletobjects/v1/${path}`, {
      method,
      headers: { authorization: `Bearer ${await accessToken()}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    if (!expectedStatuses.includes(response.status))
      throw new Error(`Google Wallet answered ${response.status}`);
    return response.status;
  }

  return {
    isStandIn: false,
    update: async (object) => {
      const { id, classId: _, ...change } = object;
      const path = `loyaltyObject/${encodeURIComponent(id)}`;
      if ((await send('PATCH', path, change, [OK, NOT_FOUND])) === OK) return;
      await send('POST', 'loyaltyClass', loyaltyClass(issuer.issuerId, publicUrl), [OK, CONFLICT]);
      // This fails if the member saves the pass at the same moment. The job's retry then updates it.
      await send('POST', 'loyaltyObject', object, [OK]);
    },
  };
}

/** Renews the service account's token shortly before it expires. */
function createTokenSource({ issuer, now, tokenUrl }: WalletObjectsOptions): () => Promise<string> {
  let cachedToken = { token: '', expiresAtMs: 0 };

  return async () => {
    const nowMs = now().getTime();
    if (cachedToken.expiresAtMs > nowMs) return cachedToken.token;
    const { token, lifetimeSeconds } = await requestGoogleToken({ issuer, now: now(), tokenUrl });
    cachedToken = { token, expiresAtMs: nowMs + lifetimeSeconds * 1000 - RENEWAL_MARGIN_MS };
    return token;
  };
}

/** Throws if Google doesn't accept the service account's key. */
export async function requestGoogleToken({
  issuer,
  now,
  tokenUrl = TOKEN_URL,
}: {
  issuer: GoogleIssuer;
  now: Date;
  tokenUrl?: string | undefined;
}): Promise<{ token: string; lifetimeSeconds: number }> {
  const seconds = Math.floor(now.getTime() / 1000);
  const assertion = await new SignJWT({ scope: SCOPE })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setIssuer(issuer.serviceAccount)
    .setAudience(tokenUrl)
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + TOKEN_SECONDS)
    .sign(createPrivateKey(issuer.key));
  const response = await fetch(tokenUrl, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion }),
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`Google gave no token: ${response.status}`);
  const { access_token: token, expires_in: lifetimeSeconds } = tokenResponse.parse(await response.json());
  return { token, lifetimeSeconds };
}
