/*
 * The code in a card's QR code, which the card's own device renews every 30 seconds, online or offline. It names the
 * day of its key and its step, so checking it needs no state and can distinguish an expired code from a forged one.
 */
const DAY_MS = 86_400_000;
export const LIVE_STEP_MS = 30_000;
/** How long a code is accepted after its step began. */
export const LIVE_ACCEPTED_MS = 90_000;
/** How many days a device may show the card offline after it last got a key. */
export const LIVE_KEY_DAYS = 30;
/** Long enough that guessing is hopeless, and short enough to keep the QR code's squares large. */
export const LIVE_SIGNATURE_BYTES = 9;

export interface LiveCode {
  /** The day the device got its key, in days since 1970, UTC. */
  keyDay: number;
  /** The code's 30-second step, counted from 1970. */
  step: number;
  /** base64url, 12 characters. */
  signature: string;
}

const LIVE_CODE = /^([0-9a-z]{1,4})\.([0-9a-z]{1,7})\.([A-Za-z0-9_-]{12})$/;

export function toDayNumber(instant: Date): number {
  return Math.floor(instant.getTime() / DAY_MS);
}

/** When codes signed with that day's key are no longer accepted. */
export function getLiveKeyEnd(keyDay: number): Date {
  return new Date((keyDay + LIVE_KEY_DAYS) * DAY_MS);
}

export function liveStepAt(milliseconds: number): number {
  return Math.floor(milliseconds / LIVE_STEP_MS);
}

/** The signed text. */
export function liveMessage(step: number): string {
  return `live:${step}`;
}

export function writeLiveCode({ keyDay, step, signature }: LiveCode): string {
  return `${keyDay.toString(36)}.${step.toString(36)}.${signature}`;
}

/** Null if the text is not a code. */
export function readLiveCode(text: string): LiveCode | null {
  const [, day = '', step = '', signature = ''] = LIVE_CODE.exec(text) ?? [];
  const code = { keyDay: Number.parseInt(day, 36), step: Number.parseInt(step, 36), signature };
  return signature !== '' && writeLiveCode(code) === text ? code : null;
}

/** The URL in a card's QR code: the verification page, with the live code if there is one. */
export function createScanUrl(verificationUrl: string, code = ''): string {
  return `${verificationUrl}?scan=${code}`;
}

const toBase64Url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_');

const fromBase64Url = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (symbol) => symbol.charCodeAt(0));

/** The code of one step. Works offline, but only on a page loaded by https. */
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
