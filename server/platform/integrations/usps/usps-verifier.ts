import { ZodError, z } from 'zod';
import {
  type AddressResult,
  type AddressVerifier,
  type PostalAddress,
  toFoundResult,
} from './address-verifier.ts';

// Responses of the USPS Addresses API 3.0 and OAuth 3.0. They list only the fields that we use.

const tokenResponse = z.object({
  access_token: z.string().min(1),
  /** In seconds. USPS sometimes sends a string. */
  expires_in: z.coerce.number().positive(),
});

const optionalLine = z
  .string()
  .nullish()
  .transform((value) => value?.trim() || null);

const optionalCodes = z
  .array(z.object({ code: z.string().nullish() }))
  .nullish()
  .transform((list) => (list ?? []).map((item) => item.code ?? ''));

const addressResponse = z.object({
  address: z.object({
    streetAddress: z.string().trim().min(1),
    secondaryAddress: optionalLine,
    city: z.string().trim().min(1),
    state: z.string().regex(/^[A-Z]{2}$/),
    ZIPCode: z.string().regex(/^\d{5}$/),
    ZIPPlus4: optionalLine,
  }),
  additionalInfo: z.object({ DPVConfirmation: optionalLine }).nullish(),
  corrections: optionalCodes,
});

const errorResponse = z.object({
  error: z.object({
    code: z.coerce.string().nullish(),
    message: z.string().nullish(),
    errors: optionalCodes,
  }),
});

/** USPS: 'The address exists, but not with this house number.' */
const DPV_NOT_CONFIRMED = 'N';
/** USPS: 'Multiple addresses were found for the information you entered, and no default exists.' */
const CORRECTION_MULTIPLE_MATCHES = '22';
/** Codes for a wrong street, city, state, or ZIP code, for no match, and for several matches. */
const ADDRESS_ERROR_CODE = /^01000[1-6]$/;

interface UspsCredentials {
  clientId: string;
  clientSecret: string;
}

interface TokenSource {
  /** Throws if USPS issues no token. */
  get(signal: AbortSignal): Promise<string>;
  /** Call this when USPS rejects the token. */
  discard(token: string): void;
}

/** Renew a token this long before it expires, so that it doesn't expire during a request. */
const RENEWAL_MARGIN_MS = 60_000;

/** Caches the OAuth token until shortly before it expires. Concurrent callers share one token request. */
function createTokenSource(
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

interface UspsOptions extends UspsCredentials {
  baseUrl?: string;
  /** Limits one verification, including the token request. */
  timeoutMs?: number;
  now?: () => Date;
  /** Receives the reason for a failure, for the log. The reason never contains the address. */
  onUnavailable?: (reason: string) => void;
}

const USPS_URL = 'https://apis.usps.com';
const TIMEOUT_MS = 3_000;
/** Used if a 429 response has no Retry-After header. */
const DEFAULT_PAUSE_SECONDS = 60;
const MAX_PAUSE_SECONDS = 60 * 60;

/**
 * Verifies addresses with the USPS Addresses API 3.0. An unknown house is 'not-found'. An outage, a timeout,
 * a rejected key, and a used-up quota (60 requests an hour) are 'unavailable'.
 */
export function createUspsVerifier(options: UspsOptions): AddressVerifier {
  const { baseUrl = USPS_URL, timeoutMs = TIMEOUT_MS, now = () => new Date(), onUnavailable } = options;
  const tokens = createTokenSource(baseUrl, options, now);
  let pausedUntilMs = 0;

  async function sendRequest(address: PostalAddress, signal: AbortSignal): Promise<Response> {
    const token = await tokens.get(signal);
    const response = await fetch(`${baseUrl}/addresses/v3/address?${toQuery(address)}`, {
      headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
      redirect: 'error',
      signal,
    });
    if (response.status === 401) tokens.discard(token);
    return response;
  }

  async function requestVerification(address: PostalAddress): Promise<AddressResult> {
    if (pausedUntilMs > now().getTime()) throw new Error('the quota is used up');
    const signal = AbortSignal.timeout(timeoutMs);
    let response = await sendRequest(address, signal);
    // The token may have been revoked early, so retry once with a new one.
    if (response.status === 401) {
      await response.body?.cancel();
      response = await sendRequest(address, signal);
    }
    if (response.status === 429) pausedUntilMs = now().getTime() + readPauseSeconds(response) * 1000;
    return parseVerification(address, response.status, await response.text());
  }

  return {
    isStandIn: false,
    verify: async (address) => {
      try {
        return await requestVerification(address);
      } catch (error) {
        onUnavailable?.(describeError(error));
        return { status: 'unavailable' };
      }
    },
  };
}

/** Doesn't quote an unparsable response, because it may contain the address. */
function describeError(error: unknown): string {
  if (error instanceof SyntaxError || error instanceof ZodError) return 'the response could not be parsed';
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}

function toQuery({ street1, street2, city, state, zip }: PostalAddress): URLSearchParams {
  const [zipCode = '', plus4] = zip.split('-');
  const query = new URLSearchParams({ streetAddress: street1, city, state, ZIPCode: zipCode });
  if (street2) query.set('secondaryAddress', street2);
  if (plus4) query.set('ZIPPlus4', plus4);
  return query;
}

function readPauseSeconds(response: Response): number {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) && seconds > 0
    ? Math.min(seconds, MAX_PAUSE_SECONDS)
    : DEFAULT_PAUSE_SECONDS;
}

/** Throws if the response contains no result for the address. */
function parseVerification(submitted: PostalAddress, status: number, body: string): AddressResult {
  const json: unknown = JSON.parse(body);
  if (status === 200) return readAddress(submitted, json);
  const addressError =
    status === 400 || status === 404 ? errorResponse.safeParse(json).data?.error : undefined;
  if (
    addressError &&
    (status === 404 ||
      [addressError.code ?? '', ...addressError.errors].some((code) => ADDRESS_ERROR_CODE.test(code)))
  ) {
    return { status: 'not-found' };
  }
  throw new Error(`the address service answered ${status}`);
}

function readAddress(submitted: PostalAddress, json: unknown): AddressResult {
  const { address, additionalInfo, corrections } = addressResponse.parse(json);
  if (
    additionalInfo?.DPVConfirmation === DPV_NOT_CONFIRMED ||
    corrections.includes(CORRECTION_MULTIPLE_MATCHES)
  ) {
    return { status: 'not-found' };
  }
  return toFoundResult(submitted, {
    street1: address.streetAddress,
    street2: address.secondaryAddress,
    city: address.city,
    state: address.state,
    zip: address.ZIPPlus4 ? `${address.ZIPCode}-${address.ZIPPlus4}` : address.ZIPCode,
    country: 'US',
  });
}
