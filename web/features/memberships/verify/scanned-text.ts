import { parseMembershipNumber } from '#server/lib/membership-number.ts';

export interface ScannedCard {
  /** 12 characters without hyphens. */
  number: string;
  /** The live code, or '' for a printed card. */
  scan: string;
}

const CARD_PAGE = /^\/verify\/card\/([^/]+)\/?$/;

/**
 * Parses the text of a card's QR code: a verification address on any site, or just the number. Returns null
 * for anything else.
 */
export function readScannedText(text: string): ScannedCard | null {
  const address = URL.canParse(text) ? new URL(text) : null;
  const rawNumber = address ? CARD_PAGE.exec(address.pathname)?.[1] : text;
  const number = rawNumber === undefined ? null : parseMembershipNumber(rawNumber);
  return number === null ? null : { number, scan: address?.searchParams.get('scan') ?? '' };
}
