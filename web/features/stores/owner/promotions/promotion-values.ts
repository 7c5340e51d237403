import { toPlainText } from '#web/ui/published-text.tsx';
import type { OwnBusinessData } from '../own-business-data.ts';

/** `key` identifies the promotion on this page, even after it is moved. */
export interface PromotionValues {
  key: string;
  code: string;
  info: string;
  url: string;
  additionalUrl: string;
  validUntil: string;
  isOnline: boolean;
  headline: string;
  /** Null if the field is blank, NaN if it isn't an amount. */
  savesCents: number | null;
}

export interface PromotionsValues {
  promotions: PromotionValues[];
}

const BLANK: Omit<PromotionValues, 'key'> = {
  code: '',
  info: '',
  url: '',
  additionalUrl: '',
  validUntil: '',
  isOnline: false,
  headline: '',
  savesCents: null,
};

let newPromotionCount = 0;

export function createPromotion(): PromotionValues {
  newPromotionCount += 1;
  const key = `new-${newPromotionCount}`;
  return { key, ...BLANK };
}

export function isNew({ key }: PromotionValues): boolean {
  return key.startsWith('new-');
}

/** True if removing the promotion loses nothing. */
function isBlank({ isOnline, savesCents, ...texts }: PromotionValues): boolean {
  const { code, info, url, additionalUrl, validUntil, headline } = texts;
  const isTextBlank = [code, info, url, additionalUrl, validUntil, headline].every(
    (text) => text.trim() === '',
  );
  return isTextBlank && !isOnline && savesCents === null;
}

/** True if leaving the form would lose changes. New promotions that are still blank don't count. */
export function hasUnsavedChanges(current: PromotionsValues, saved: PromotionsValues): boolean {
  const currentPromotions = current.promotions.filter(
    (promotion) => !isNew(promotion) || !isBlank(promotion),
  );
  return JSON.stringify(currentPromotions) !== JSON.stringify(saved.promotions);
}

export function toPromotionsValues({ promotions }: Pick<OwnBusinessData, 'promotions'>): PromotionsValues {
  return {
    promotions: promotions.map((promotion) => ({
      key: promotion.id,
      code: promotion.code ?? '',
      info: promotion.info,
      url: promotion.url ?? '',
      additionalUrl: promotion.additionalUrl ?? '',
      validUntil: promotion.validUntil ?? '',
      isOnline: promotion.isOnline,
      headline: promotion.headline ?? '',
      savesCents: promotion.savesCents,
    })),
  };
}

export function moveItem<Item>(list: readonly Item[], from: number, to: number): Item[] {
  const item = list[from];
  if (item === undefined || to < 0 || to >= list.length) return [...list];
  const otherItems = list.toSpliced(from, 1);
  return otherItems.toSpliced(to, 0, item);
}

/** Returns the text of the HTML on one line, for a summary. */
export function htmlToText(html: string): string {
  const spacedHtml = html.replace(/<(?=\/?(p|li|h[34]|br|blockquote)\b)/g, ' <');
  return toPlainText(spacedHtml).replace(/\s+/g, ' ').trim();
}
