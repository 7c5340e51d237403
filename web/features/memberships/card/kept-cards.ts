import { parseMembershipNumber } from '#server/lib/membership-number.ts';
import { KEPT_CARDS } from '#web/lib/forget-cards.ts';
import type { RouterOutputs } from '#web/lib/trpc.ts';

export type ShownCard = Extract<RouterOutputs['memberships']['card'], { shown: true }>;

/** The server's last answer about a card, and when it arrived by this device's clock. */
export interface HeldCard {
  card: ShownCard;
  receivedAt: number;
}

/** Saves a card for offline use. The account's other cards stay. */
export function keepCard(accountId: string, { card, receivedAt }: HeldCard): void {
  const others = readEntry(KEPT_CARDS + accountId).filter((held) => held.card.number !== card.number);
  write(accountId, [...others, { card, receivedAt }]);
}

/** Removes a card that is no longer shown or no longer theirs. */
export function dropCard(accountId: string, typed: string): void {
  const number = parseMembershipNumber(typed);
  write(
    accountId,
    readEntry(KEPT_CARDS + accountId).filter((held) => held.card.number !== number),
  );
}

/** The cards that may be shown offline: neither the period nor the key has ended. */
export function readKeptCards(now = Date.now()): HeldCard[] {
  try {
    const entries = Object.keys(localStorage).filter((name) => name.startsWith(KEPT_CARDS));
    return entries.flatMap(readEntry).filter(({ card, receivedAt }) => {
      const serverNow = now + clockOffset({ card, receivedAt });
      return Date.parse(card.expiresAt) > serverNow && Date.parse(card.live.until) > serverNow;
    });
  } catch {
    return [];
  }
}

/** How many milliseconds the server's clock is ahead of this device's. */
export function clockOffset({ card, receivedAt }: HeldCard): number {
  return Date.parse(card.checkedAt) - receivedAt;
}

function write(accountId: string, held: HeldCard[]): void {
  try {
    if (held.length === 0) localStorage.removeItem(KEPT_CARDS + accountId);
    else localStorage.setItem(KEPT_CARDS + accountId, JSON.stringify(held));
  } catch {
    // Storage is full or disabled, so the card works only online.
  }
}

function readEntry(name: string): HeldCard[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(name) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isHeldCard) : [];
  } catch {
    return [];
  }
}

const TEXTS = ['number', 'planName', 'firstname', 'lastname', 'verificationUrl'];
const INSTANTS = ['expiresAt', 'checkedAt'];

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
const isInstant = (value: unknown) => typeof value === 'string' && !Number.isNaN(Date.parse(value));

/** The stored value may come from an older release or another program. */
function isHeldCard(value: unknown): value is HeldCard {
  if (!isRecord(value) || typeof value.receivedAt !== 'number' || !isRecord(value.card)) return false;
  const { card } = value;
  const { live } = card;
  return (
    card.shown === true &&
    TEXTS.every((name) => typeof card[name] === 'string') &&
    INSTANTS.every((name) => isInstant(card[name])) &&
    isRecord(live) &&
    typeof live.key === 'string' &&
    Number.isInteger(live.day) &&
    isInstant(live.until)
  );
}
