import { describe, expect, test } from 'vitest';
import {
  createPromotion,
  hasUnsavedChanges,
  htmlToText,
  moveItem,
} from '#web/features/stores/owner/promotions/promotion-values.ts';
import { isLinkAddress, toLinkAddress } from '#web/ui/rich-text/link-address.ts';

describe('[D51] a link in rich text', () => {
  test.each([
    ['https://joes.com/menu?a=1#b', 'https://joes.com/menu?a=1#b'],
    ['  http://joes.com ', 'http://joes.com'],
    ['mailto:joe@joes.com', 'mailto:joe@joes.com'],
    ['joes.com', 'https://joes.com'],
    ['joes.com:8080/menu', 'https://joes.com:8080/menu'],
    ['joe@joes.com', 'mailto:joe@joes.com'],
  ])('is completed from %s to %s', (input, address) => {
    expect(toLinkAddress(input)).toBe(address);
  });

  test.each([
    '',
    'joes',
    'javascript:alert(1)',
    'java.script:alert(1)',
    'data:text/html,x',
    'tel:5550100',
    '//joes.com',
    '/menu',
    'two words.com',
    'ftp://joes.com',
  ])('is refused if it is %s', (input) => {
    expect(toLinkAddress(input)).toBeNull();
  });

  test('is kept only if it is a full web or mail address', () => {
    expect(isLinkAddress('HTTPS://JOES.COM')).toBe(true);
    expect(
      ['javascript:alert(1)', 'joes.com', 'https://', 'vbscript:x'].filter((address) =>
        isLinkAddress(address),
      ),
    ).toEqual([]);
  });
});

describe('[S9 promotions] the list of promotions', () => {
  test('moves a promotion, but not past either end', () => {
    expect(moveItem(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c']);
    expect(moveItem(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
    expect(moveItem(['a', 'b'], 1, 2)).toEqual(['a', 'b']);
    expect(moveItem(['a', 'b'], 0, -1)).toEqual(['a', 'b']);
  });

  test('counts as changed if its text or order changes, but not if an empty promotion is added', () => {
    const [firstPromotion, secondPromotion] = [createPromotion(), createPromotion()];
    const savedBusiness = {
      promotions: [
        { ...firstPromotion, key: 'a', code: 'A' },
        { ...secondPromotion, key: 'b', code: 'B' },
      ],
    };
    expect(hasUnsavedChanges(savedBusiness, savedBusiness)).toBe(false);
    expect(
      hasUnsavedChanges({ promotions: [...savedBusiness.promotions, createPromotion()] }, savedBusiness),
    ).toBe(false);
    expect(
      hasUnsavedChanges(
        { promotions: [...savedBusiness.promotions, { ...createPromotion(), info: 'x' }] },
        savedBusiness,
      ),
    ).toBe(true);
    expect(hasUnsavedChanges({ promotions: savedBusiness.promotions.toReversed() }, savedBusiness)).toBe(
      true,
    );
    expect(hasUnsavedChanges({ promotions: [] }, savedBusiness)).toBe(true);
  });

  test('shows each promotion by its text without markup', () => {
    expect(
      htmlToText('<p>Ten <strong>percent</strong></p><ul><li>Bread</li><li>Rolls &amp; more</li></ul>'),
    ).toBe('Ten percent Bread Rolls & more');
  });
});
