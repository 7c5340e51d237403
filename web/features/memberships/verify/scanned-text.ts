import { readMembershipNumber } from '#server/lib/readers/membership-number.ts';
import { valueOrNull } from '#server/lib/readers/reading.ts';

export interface ScannedCard {
  /** 12 characters without hyphens. */
  number: string;
  /** The live code, or '' for a printed card. */
  scan: string;
}

/**
 * Parses the text of a card's QR code: a verification address on any site, or just the number. Returns null
 * for anything else.
 */
export function readScannedText(text: string): ScannedCard | null {
  const number = valueOrNull(readMembershipNumber(text));
  return number === null ? null : { number, scan: URL.parse(text)?.searchParams.get('scan') ?? '' };
}
