// The code in a card's QR code. The cardholder's device makes a new one every 30 seconds, online or offline.
// The code contains its time and the day of its key, so the server can check it without stored state, and can
// distinguish an expired code from a forged one.

const DAY_MS = 86_400_000;
export const LIVE_STEP_MS = 30_000;
/** A code is accepted for this long after its step began. */
export const LIVE_ACCEPTED_MS = 90_000;
/** A key expires this many days after the start of its day. */
export const LIVE_KEY_DAYS = 30;
/** Long enough that guessing is hopeless, and short enough that the QR code's squares stay large. */
export const LIVE_SIGNATURE_BYTES = 9;

export interface LiveCode {
  /** The day when the device received its key, as the number of days since 1970, in UTC. */
  keyDay: number;
  /** The number of 30-second steps since 1970. */
  step: number;
  /** 12 characters of base64url. */
  signature: string;
}

const LIVE_CODE = /^([0-9a-z]{1,4})\.([0-9a-z]{1,7})\.([A-Za-z0-9_-]{12})$/;

export function toDayNumber(instant: Date): number {
  return Math.floor(instant.getTime() / DAY_MS);
}

/** Codes made with that day's key are rejected from this time on. */
export function getLiveKeyEnd(keyDay: number): Date {
  return new Date((keyDay + LIVE_KEY_DAYS) * DAY_MS);
}

export function liveStepAt(milliseconds: number): number {
  return Math.floor(milliseconds / LIVE_STEP_MS);
}

export function liveMessage(step: number): string {
  return `live:${step}`;
}

export function writeLiveCode({ keyDay, step, signature }: LiveCode): string {
  return `${keyDay.toString(36)}.${step.toString(36)}.${signature}`;
}

/** Returns null if the text isn't a live code. */
export function readLiveCode(text: string): LiveCode | null {
  const [, day = '', step = '', signature = ''] = LIVE_CODE.exec(text) ?? [];
  const code = { keyDay: Number.parseInt(day, 36), step: Number.parseInt(step, 36), signature };
  return signature !== '' && writeLiveCode(code) === text ? code : null;
}

/** The URL in the card's QR code. Without a code, it only leads to the verification page. */
export function createScanUrl(verificationUrl: string, code = ''): string {
  return `${verificationUrl}?scan=${code}`;
}

const toBase64Url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_');

const fromBase64Url = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (symbol) => symbol.charCodeAt(0));

/**
 * Works offline. Requires a page loaded over https or from localhost, because browsers offer crypto.subtle
 * only there.
 */
export async function makeLiveCode(
  { key, day }: { key: string; day: number },
  step: number,
): Promise<string> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const cryptoKey = await crypto.subtle.importKey('raw', fromBase64Url(key), algorithm, false, ['sign']);
  const signatureBytes = await crypto.subtle.sign(
    'HMAC',
    cryptoKey,
    new TextEncoder().encode(liveMessage(step)),
  );
  const signature = toBase64Url(new Uint8Array(signatureBytes, 0, LIVE_SIGNATURE_BYTES));
  return writeLiveCode({ keyDay: day, step, signature });
}
