import { describe, expect, test } from 'vitest';
import { htmlToText, isChanged, moved, newPromotion } from '#web/features/stores/owner/promotion-values.ts';
import { isLinkAddress, toLinkAddress } from '#web/ui/rich-text/link-address.ts';

describe('[D51] the address of a link in rich text', () => {
  test.each([
    ['https://joes.com/menu?a=1#b', 'https://joes.com/menu?a=1#b'],
    ['  http://joes.com ', 'http://joes.com'],
    ['mailto:joe@joes.com', 'mailto:joe@joes.com'],
    ['joes.com', 'https://joes.com'],
    ['joes.com:8080/menu', 'https://joes.com:8080/menu'],
    ['joe@joes.com', 'mailto:joe@joes.com'],
  ])('%s is %s', (typed, address) => {
    expect(toLinkAddress(typed)).toBe(address);
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
  ])('%s is none', (typed) => {
    expect(toLinkAddress(typed)).toBeNull();
  });

  test('only full addresses of the web and of mail are kept', () => {
    expect(isLinkAddress('HTTPS://JOES.COM')).toBe(true);
    expect(['javascript:alert(1)', 'joes.com', 'https://', 'vbscript:x'].filter(isLinkAddress)).toEqual([]);
  });
});

describe('[S9 promotions] the list of promotions', () => {
  test('moves one to another place, never over the ends', () => {
    expect(moved(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c']);
    expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
    expect(moved(['a', 'b'], 1, 2)).toEqual(['a', 'b']);
    expect(moved(['a', 'b'], 0, -1)).toEqual(['a', 'b']);
  });

  test('is changed by words and order, not by an empty promotion that was begun', () => {
    const [one, two] = [newPromotion(), newPromotion()];
    const kept = {
      promotions: [
        { ...one, key: 'a', code: 'A' },
        { ...two, key: 'b', code: 'B' },
      ],
    };
    expect(isChanged(kept, kept)).toBe(false);
    expect(isChanged({ promotions: [...kept.promotions, newPromotion()] }, kept)).toBe(false);
    expect(isChanged({ promotions: [...kept.promotions, { ...newPromotion(), info: 'x' }] }, kept)).toBe(
      true,
    );
    expect(isChanged({ promotions: kept.promotions.toReversed() }, kept)).toBe(true);
    expect(isChanged({ promotions: [] }, kept)).toBe(true);
  });

  test('is named by its words alone', () => {
    expect(
      htmlToText('<p>Ten <strong>percent</strong></p><ul><li>Bread</li><li>Rolls &amp; more</li></ul>'),
    ).toBe('Ten percent Bread Rolls & more');
  });
});
