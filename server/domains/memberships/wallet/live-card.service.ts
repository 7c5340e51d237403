import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Deps } from '../../../platform/deps.ts';
import type { Liveness } from '../verification.schema.ts';
import type { LiveKey } from './digital-card.schema.ts';
import {
  getLiveKeyEnd,
  LIVE_ACCEPTED_MS,
  LIVE_KEY_DAYS,
  LIVE_SIGNATURE_BYTES,
  LIVE_STEP_MS,
  type LiveCode,
  liveMessage,
  readLiveCode,
  toDayNumber,
} from './live-code.shared.ts';

/** How far a device's clock may run ahead after it was set by our response. */
const MAX_CLOCK_SKEW_MS = 30_000;

interface Holder {
  id: string;
  accountId: string | null;
}

/** The keys depend on the card, its account, and the day. The key of the current secret comes first. */
function deriveKeys({ signer }: Pick<Deps, 'signer'>, { id, accountId }: Holder, keyDay: number) {
  return signer.deriveKeys('live-card', `${id}:${accountId}:${keyDay}`);
}

/** Returns what a device needs to make codes offline until `until`. */
export function issueLiveKey(deps: Pick<Deps, 'signer' | 'now'>, membership: Holder): LiveKey {
  const day = toDayNumber(deps.now());
  const [key] = deriveKeys(deps, membership, day);
  return { key: key.toString('base64url'), day, until: getLiveKeyEnd(day) };
}

/**
 * Returns 'live' for 90 seconds after the code's 30-second step began, and 'old' after that or if its key has
 * expired. Returns 'unknown' if no key of this card made the code, or if the code's time is more than 30
 * seconds ahead.
 */
export function checkLiveCode(
  deps: Pick<Deps, 'signer' | 'now'>,
  membership: Holder,
  text: string,
): Liveness {
  const code = readLiveCode(text);
  if (code === null || !isSigned(deps, membership, code)) return 'unknown';
  const now = deps.now();
  const ageMs = now.getTime() - code.step * LIVE_STEP_MS;
  const keyAgeDays = toDayNumber(now) - code.keyDay;
  if (ageMs < -MAX_CLOCK_SKEW_MS || keyAgeDays < 0) return 'unknown';
  return ageMs < LIVE_ACCEPTED_MS && keyAgeDays < LIVE_KEY_DAYS ? 'live' : 'old';
}

function isSigned(deps: Pick<Deps, 'signer'>, membership: Holder, code: LiveCode): boolean {
  const signature = Buffer.from(code.signature, 'base64url');
  return deriveKeys(deps, membership, code.keyDay).some((key) => {
    const mac = createHmac('sha256', key).update(liveMessage(code.step)).digest();
    return timingSafeEqual(mac.subarray(0, LIVE_SIGNATURE_BYTES), signature);
  });
}
