import { parseMembershipNumber } from '#server/lib/membership-number.ts';

export interface ScannedCard {
  /** As stored, 12 characters. */
  number: string;
  /** The code beside the number; empty on paper. */
  scan: string;
}

const CARD_PAGE = /^\/verify\/card\/([^/]+)\/?$/;

/** What a QR code says, where it is a card's: the address of its verification, on whatever site, or the number alone. */
export function readScannedText(text: string): ScannedCard | null {
  const address = URL.canParse(text) ? new URL(text) : null;
  const typed = address ? CARD_PAGE.exec(address.pathname)?.[1] : text;
  const number = typed === undefined ? null : parseMembershipNumber(typed);
  return number === null ? null : { number, scan: address?.searchParams.get('scan') ?? '' };
}
