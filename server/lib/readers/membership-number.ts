import { isMembershipNumber } from '../membership-number.ts';
import { plainNumber } from './plain-text.ts';
import type { Reading } from './reading.ts';

const MAX_LENGTH = 2_000;
/** Without punctuation after it, 'ID' is a label only if a whole number follows. */
const LABEL =
  /^(?:membership |member |card )?(?:(?:id|number|no\.?)? ?[:#] ?|(?:id|number) (?=(?:[^a-z\d]*[a-z\d]){12}[^a-z\d]*$))/i;
const CARD_LINK = /^(?:(?:https?:\/\/)?[\w.-]+(?::\d+)?)?\/(?:verify|user|request)\/card\/([^/?#]+)/i;
const INVALID: Reading = { error: 'No Membership Found' };

/**
 * A typed, pasted, or scanned number, or the link of a card. Any case, spaces, and punctuation are allowed, and
 * O for 0, and I or L for 1. The check symbol makes sure that nothing else is read as someone's number.
 */
export function readMembershipNumber(text: string): Reading {
  if (text.length > MAX_LENGTH) return INVALID;
  const line = plainNumber(text);
  const number = (CARD_LINK.exec(line)?.[1] ?? line.replace(LABEL, ''))
    .replace(/%20/g, '')
    .replace(/[\s\p{P}\p{S}]/gu, '')
    .toUpperCase()
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1');
  return isMembershipNumber(number) ? { value: number } : INVALID;
}
