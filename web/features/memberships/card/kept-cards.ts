import { parseMembershipNumber } from '#server/lib/membership-number.ts';
import { KEPT_CARDS } from '#web/lib/forget-cards.ts';
import type { RouterOutputs } from '#web/lib/trpc.ts';

export type ShownCard = Extract<RouterOutputs['memberships']['card'], { shown: true }>;

/** A card as the server last told it, and when that was by this device's clock, in milliseconds. */
export interface HeldCard {
  card: ShownCard;
  receivedAt: number;
}

/** Keeps a card for a till without a signal; the account's other cards stay. */
export function keepCard(accountId: string, { card, receivedAt }: HeldCard): void {
  const others = readEntry(KEPT_CARDS + accountId).filter((held) => held.card.number !== card.number);
  write(accountId, [...others, { card, receivedAt }]);
}

/** The card is no longer shown, or is no longer theirs. */
export function dropCard(accountId: string, typed: string): void {
  const number = parseMembershipNumber(typed);
  write(
    accountId,
    readEntry(KEPT_CARDS + accountId).filter((held) => held.card.number !== number),
  );
}

/** What this device may show now without asking: neither its period nor its key is over. */
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

/** Milliseconds by which the server's clock is ahead of this device's. */
export function clockOffset({ card, receivedAt }: HeldCard): number {
  return Date.parse(card.checkedAt) - receivedAt;
}

function write(accountId: string, held: HeldCard[]): void {
  try {
    if (held.length === 0) localStorage.removeItem(KEPT_CARDS + accountId);
    else localStorage.setItem(KEPT_CARDS + accountId, JSON.stringify(held));
  } catch {
    // Full, or switched off: the card then needs a signal.
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

/** An older release, or something else, may have written there what this one cannot show. */
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
