import type { IOptions } from 'sanitize-html';
import { AppError } from '../../lib/errors.ts';
import { inTurns } from '../../platform/take-turns.ts';
import {
  isTooLongTogether,
  MAX_PROMOTION_LENGTH,
  PROMOTION_TOO_LONG,
  PROMOTIONS_TOO_LONG,
  type PromotionDraft,
} from './business-draft.schema.ts';
import type { Refusal } from './store.service.ts';

const WEB_LINK = /^(https?:\/\/|mailto:)/i;
const LINE_BREAKS = /\r\n?/g;
const MAX_ROUNDS = 5;
/** Matches a link whose invalid address was removed. */
const LINK_WITHOUT_HREF = /<a>([\s\S]*?)<\/a>/g;
const VISIBLE_CHARACTER = /[^\s\p{Cf}]/u;

const LINK_ATTRIBUTES = { rel: 'noopener nofollow ugc', target: '_blank' };
const noAttributes = (): Record<string, string> => ({});

const options: IOptions = {
  allowedTags: [
    ...['p', 'br', 'strong', 'em', 'b', 'i', 'u', 's'],
    ...['ul', 'ol', 'li', 'h3', 'h4', 'blockquote', 'a'],
  ],
  allowedAttributes: { a: ['href', 'rel', 'target'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  // Browsers render deeply nested tags slowly.
  nestingLimit: 20,
  transformTags: {
    // Keep the tag of an invalid link and strip it later: renaming it to a disallowed tag here would break
    // sanitize-html's nesting. Because of the attributes, linked sites gain no search rank and can't access
    // our window.
    a: (_tag, { href = '' }) => ({
      tagName: 'a',
      attribs: WEB_LINK.test(href.trim()) ? { href: href.trim(), ...LINK_ATTRIBUTES } : noAttributes(),
    }),
  },
};

/**
 * Removes everything except text, simple formatting, and links to websites and email addresses. Returns '' if
 * no visible text is left.
 */
export async function sanitizeRichText(html: string): Promise<string> {
  const text = html.replace(LINE_BREAKS, '\n').trim();
  // Most imported promotions are plain text, so skip the parser for them.
  if (!/[<>&]/.test(text)) return VISIBLE_CHARACTER.test(text) ? text : '';
  // The parser is large, so import it on first use.
  const { default: sanitizeHtml } = await import('sanitize-html');
  const visibleText = sanitizeHtml(text, { allowedTags: [], allowedAttributes: {} }).replaceAll('&nbsp;', '');
  if (!VISIBLE_CHARACTER.test(visibleText)) return '';
  // Badly nested tags need a second round. Otherwise, saving the stored HTML again would change it.
  let cleanHtml = text;
  for (let round = 0, previousHtml = ''; round < MAX_ROUNDS && cleanHtml !== previousHtml; round++) {
    previousHtml = cleanHtml;
    cleanHtml = sanitizeHtml(previousHtml, options).replace(LINK_WITHOUT_HREF, '$1').trim();
  }
  return cleanHtml;
}

const TRIAL_QUOTA = { count: 5, length: 5_000 };

/** Returns null for a promotion whose description is empty after sanitizing. */
async function sanitizeEach(promotions: readonly PromotionDraft[]): Promise<Array<PromotionDraft | null>> {
  const sanitizedPromotions: Array<PromotionDraft | null> = [];
  for await (const promotion of inTurns(promotions)) {
    const info = await sanitizeRichText(promotion.info);
    sanitizedPromotions.push(info === '' ? null : { ...promotion, info });
  }
  return sanitizedPromotions;
}

/** Returns a refusal if a description is empty after sanitizing. */
export async function sanitizePromotions(
  promotions: readonly PromotionDraft[],
): Promise<PromotionDraft[] | Refusal> {
  const sanitizedPromotions = await sanitizeEach(promotions);
  const emptyIndex = sanitizedPromotions.indexOf(null);
  if (emptyIndex >= 0)
    return { refusal: `Promotion ${emptyIndex + 1} needs a description`, field: 'promotions' };
  return sanitizedPromotions.filter((promotion) => promotion !== null);
}

interface OfferTexts {
  headline: string | null;
  savesCents: number | null;
}

/**
 * Completes promotions from older clients, which don't send headlines and savings. Copies them from the
 * stored promotion with the same description or, if there is none, from the one in the same position if its
 * description is gone.
 */
export function keepOfferTexts(
  promotions: readonly PromotionDraft[],
  storedPromotions: ReadonlyArray<OfferTexts & { info: string }>,
): Array<PromotionDraft & OfferTexts> {
  const infos = new Set(promotions.map(({ info }) => info));
  return promotions.map((promotion, index) => {
    const samePosition = storedPromotions[index];
    const storedPromotion =
      storedPromotions.find(({ info }) => info === promotion.info) ??
      (samePosition && !infos.has(samePosition.info) ? samePosition : undefined);
    const { headline = storedPromotion?.headline ?? null, savesCents = storedPromotion?.savesCents ?? null } =
      promotion;
    return { ...promotion, headline, savesCents };
  });
}

/**
 * Anyone can start a trial, so it allows only a few promotions. Throws INVALID_INPUT for the field
 * `promotions`.
 */
export function requireTrialQuota(promotions: readonly PromotionDraft[]): void {
  const { count, length } = TRIAL_QUOTA;
  if (promotions.length <= count && !isTooLongTogether(promotions, length)) return;
  throw new AppError('INVALID_INPUT', {
    field: 'promotions',
    message: `During the trial, you can have ${count} promotions with ${length.toLocaleString('en-US')} characters in total. With a business plan, you can have more.`,
  });
}

/**
 * Sanitizes a form's promotion. Throws INVALID_INPUT for the field `info` if it is then empty or, because
 * characters are escaped, too long.
 */
export async function requireSafePromotion(promotion: PromotionDraft): Promise<PromotionDraft> {
  const [safePromotion = null] = await sanitizeEach([promotion]);
  const fault = findTextFault(safePromotion);
  if (safePromotion === null || fault !== null)
    throw new AppError('INVALID_INPUT', { field: 'info', message: fault ?? '' });
  return safePromotion;
}

function findTextFault(promotion: PromotionDraft | null): string | null {
  if (promotion === null) return 'Required Field';
  return promotion.info.length > MAX_PROMOTION_LENGTH ? PROMOTION_TOO_LONG : null;
}

/**
 * Sanitizes a form's promotions. Throws INVALID_INPUT for the field `promotions.<n>.info` if a description is
 * then empty or, because characters are escaped, too long. Throws it for `promotions` if all of them together
 * are too long.
 */
export async function requireSafePromotions(
  promotions: readonly PromotionDraft[],
): Promise<PromotionDraft[]> {
  const sanitizedPromotions = await sanitizeEach(promotions);
  const fieldErrors: Record<string, string> = {};
  for (const [index, promotion] of sanitizedPromotions.entries()) {
    const fault = findTextFault(promotion);
    if (fault !== null) fieldErrors[`promotions.${index}.info`] = fault;
  }
  const safePromotions = sanitizedPromotions.filter((promotion) => promotion !== null);
  if (isTooLongTogether(safePromotions)) fieldErrors.promotions = PROMOTIONS_TOO_LONG;
  if (Object.keys(fieldErrors).length > 0) throw new AppError('INVALID_INPUT', { fieldErrors });
  return safePromotions;
}
