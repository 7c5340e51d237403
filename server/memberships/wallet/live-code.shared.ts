/*
 * The code in a card's QR, which the card's own device makes anew every 30 seconds, with a signal or without one.
 * It names the day of the key that signed it and the step that it was made for, so that whoever checks it needs no
 * memory, and a code that has run out is told from one that was made up.
 */
const DAY_MS = 86_400_000;
/** A new code comes this often. */
export const LIVE_STEP_MS = 30_000;
/** A code is taken for this long after its step began. */
export const LIVE_ACCEPTED_MS = 90_000;
/** A device may open the card without a signal for this many days after it last had the key. */
export const LIVE_KEY_DAYS = 30;
/** Enough that nobody meets one by trying, and short, so that the squares of the QR code stay large. */
export const LIVE_SIGNATURE_BYTES = 9;

export interface LiveCode {
  /** The day, counted from 1970 in UTC, on which the device was given its key. */
  keyDay: number;
  /** The 30 seconds, counted from 1970, that the code is made for. */
  step: number;
  /** base64url, 12 characters. */
  signature: string;
}

const WRITTEN = /^([0-9a-z]{1,4})\.([0-9a-z]{1,7})\.([A-Za-z0-9_-]{12})$/;

export function dayOf(instant: Date): number {
  return Math.floor(instant.getTime() / DAY_MS);
}

/** From then on a key of that day signs nothing that is taken. */
export function liveKeyEnd(keyDay: number): Date {
  return new Date((keyDay + LIVE_KEY_DAYS) * DAY_MS);
}

export function liveStepAt(milliseconds: number): number {
  return Math.floor(milliseconds / LIVE_STEP_MS);
}

/** What the key signs. */
export function liveMessage(step: number): string {
  return `live:${step}`;
}

export function writeLiveCode({ keyDay, step, signature }: LiveCode): string {
  return `${keyDay.toString(36)}.${step.toString(36)}.${signature}`;
}

/** Null for what no device writes. */
export function readLiveCode(text: string): LiveCode | null {
  const [, day = '', step = '', signature = ''] = WRITTEN.exec(text) ?? [];
  const code = { keyDay: Number.parseInt(day, 36), step: Number.parseInt(step, 36), signature };
  return signature !== '' && writeLiveCode(code) === text ? code : null;
}

/** A card's verification page as a scan opens it: with the code, or empty where what was scanned carries none. */
export function scanLink(verificationUrl: string, code = ''): string {
  return `${verificationUrl}?scan=${code}`;
}

const toBase64Url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_');

const fromBase64Url = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (symbol) => symbol.charCodeAt(0));

/** The code of one step, as the card's device makes it: needs no network, but a page that came by https. */
export async function makeLiveCode(
  { key, day }: { key: string; day: number },
  step: number,
): Promise<string> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const imported = await crypto.subtle.importKey('raw', fromBase64Url(key), algorithm, false, ['sign']);
  const signed = await crypto.subtle.sign('HMAC', imported, new TextEncoder().encode(liveMessage(step)));
  const signature = toBase64Url(new Uint8Array(signed, 0, LIVE_SIGNATURE_BYTES));
  return writeLiveCode({ keyDay: day, step, signature });
}
