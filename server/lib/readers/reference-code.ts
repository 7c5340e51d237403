import { isPrintable } from '../line-rules.ts';
import { isReferralCode } from '../referral.ts';
import { readEmail } from './email.ts';
import { plainLine, unwrap } from './plain-text.ts';
import { type Reading, valueOrNull } from './reading.ts';

const MAX_LENGTH = 100;
const MAX_LINK_LENGTH = 2_000;
const LINK = /^(?:https?:\/\/|www\.)?[^\s/?]+\.[^\s?]*\?(?:[^#]*&)?ref=([^&#\s]+)/i;

/**
 * The id of an affiliate's account, or the reference code, alone or in a referral link. Blank text is read as
 * ''. Whether there is such an affiliate isn't checked.
 */
export function readReference(text: string): Reading {
  const line = text.length > MAX_LINK_LENGTH ? text : unwrap(plainLine(text));
  const reference = (LINK.exec(line)?.[1] ?? line).replace(/^#\s*/, '').toLowerCase();
  if (reference.length > MAX_LENGTH || !isPrintable(reference)) {
    return { error: 'Please choose a reference from the list' };
  }
  const compact = reference.replace(/\s/g, '');
  return { value: isReferralCode(compact) ? compact : reference };
}

/** What a buyer types to find an affiliate: a code, a referral link, an email address, or a name. */
export function readReferenceSearch(text: string): { value: string } {
  const line = unwrap(plainLine(text));
  return { value: LINK.exec(line)?.[1] ?? valueOrNull(readEmail(line)) ?? line };
}
