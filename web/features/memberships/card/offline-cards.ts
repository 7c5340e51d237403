import { readMembershipNumber } from '#server/lib/readers/membership-number.ts';
import { valueOrNull } from '#server/lib/readers/reading.ts';
import { OFFLINE_CARDS_KEY } from '#web/lib/forget-cards.ts';
import type { RouterOutputs } from '#web/lib/trpc.ts';

export type ShownCard = Extract<RouterOutputs['memberships']['card'], { shown: true }>;

/**
 * The server's last response about a card, and when it arrived, in epoch milliseconds of this device's clock.
 */
export interface ReceivedCard {
  card: ShownCard;
  receivedAt: number;
}

/** Stores a card for offline use, next to the account's other cards. */
export function saveOfflineCard(accountId: string, { card, receivedAt }: ReceivedCard): void {
  const otherCards = readEntry(OFFLINE_CARDS_KEY + accountId).filter(
    (other) => other.card.number !== card.number,
  );
  writeEntry(accountId, [...otherCards, { card, receivedAt }]);
}

/** Removes a card that may no longer be shown, or no longer belongs to the account. */
export function deleteOfflineCard(accountId: string, numberInput: string): void {
  const number = valueOrNull(readMembershipNumber(numberInput));
  writeEntry(
    accountId,
    readEntry(OFFLINE_CARDS_KEY + accountId).filter((other) => other.card.number !== number),
  );
}

/**
 * Returns the cards that may be shown offline: neither the membership's period nor the signing key has
 * expired.
 */
export function readOfflineCards(now = Date.now()): ReceivedCard[] {
  try {
    const entries = Object.keys(localStorage).filter((name) => name.startsWith(OFFLINE_CARDS_KEY));
    return entries.flatMap(readEntry).filter(({ card, receivedAt }) => {
      const serverNow = now + getClockOffsetMs({ card, receivedAt });
      return Date.parse(card.expiresAt) > serverNow && Date.parse(card.live.until) > serverNow;
    });
  } catch {
    return [];
  }
}

/** Returns how many milliseconds the server's clock is ahead of this device's. */
export function getClockOffsetMs({ card, receivedAt }: ReceivedCard): number {
  return Date.parse(card.checkedAt) - receivedAt;
}

function writeEntry(accountId: string, cards: ReceivedCard[]): void {
  try {
    if (cards.length === 0) localStorage.removeItem(OFFLINE_CARDS_KEY + accountId);
    else localStorage.setItem(OFFLINE_CARDS_KEY + accountId, JSON.stringify(cards));
  } catch {
    // Storage is full or disabled, so the card works only online.
  }
}

function readEntry(name: string): ReceivedCard[] {
  try {
    const entries: unknown = JSON.parse(localStorage.getItem(name) ?? '[]');
    return Array.isArray(entries) ? entries.filter(isReceivedCard) : [];
  } catch {
    return [];
  }
}

const TEXT_FIELDS = ['number', 'planName', 'firstname', 'lastname', 'verificationUrl'];
const INSTANT_FIELDS = ['expiresAt', 'checkedAt'];

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
const isInstant = (value: unknown) => typeof value === 'string' && !Number.isNaN(Date.parse(value));

/** Checked because an older release or another program may have written the stored value. */
function isReceivedCard(value: unknown): value is ReceivedCard {
  if (!isRecord(value) || typeof value.receivedAt !== 'number' || !isRecord(value.card)) return false;
  const { card } = value;
  const { live } = card;
  return (
    card.shown === true &&
    TEXT_FIELDS.every((name) => typeof card[name] === 'string') &&
    INSTANT_FIELDS.every((name) => isInstant(card[name])) &&
    isRecord(live) &&
    typeof live.key === 'string' &&
    Number.isInteger(live.day) &&
    isInstant(live.until)
  );
}
