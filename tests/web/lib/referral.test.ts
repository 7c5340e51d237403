import { beforeEach, describe, expect, test, vi } from 'vitest';
import { isReferralCode, parseReferral } from '#server/lib/referral.ts';
import { writeCookie } from '#web/lib/cookies.ts';
import { readReferralCode, rememberReferral } from '#web/lib/referral.ts';

beforeEach(() => writeCookie('ref', '', 0));

describe('a referral link’s code', () => {
  test.each(['DEMO', 'maria7k2m', 'A-1', 'a'.repeat(40)])('is valid: %s', (code) => {
    expect(isReferralCode(code)).toBe(true);
  });

  test.each(['', ' DEMO', 'DE MO', 'a'.repeat(41), '<b>', 'DEMO;Path=/', 'ÄÖ', 'a_b', '../x', 'DEMO\n'])(
    'is invalid and not stored: %j',
    (code) => {
      expect(isReferralCode(code)).toBe(false);
      rememberReferral({ code, link: null });
      expect(readReferralCode()).toBeUndefined();
    },
  );

  test('is stored in a first-party cookie for 90 days', () => {
    const setCookie = vi.spyOn(document, 'cookie', 'set');
    rememberReferral({ code: 'DEMO', link: null });
    expect(setCookie).toHaveBeenCalledExactlyOnceWith('ref=DEMO; Path=/; Max-Age=7776000; SameSite=Lax');
    expect(readReferralCode()).toBe('DEMO');
    setCookie.mockRestore();
  });

  test('is replaced by the newest link’s', () => {
    rememberReferral({ code: 'FIRST', link: 'spring' });
    rememberReferral({ code: 'SECOND', link: null });
    expect(readReferralCode()).toBe('SECOND');
  });

  test('is ignored if the cookie’s code is invalid', () => {
    writeCookie('ref', '<script>', 60);
    expect(readReferralCode()).toBeUndefined();
  });

  test('is ignored if the cookie cannot be decoded', () => {
    const getCookie = vi.spyOn(document, 'cookie', 'get').mockReturnValue('ref=%E0%A4%A');
    expect(readReferralCode()).toBeUndefined();
    getCookie.mockRestore();
  });

  test('is stored with the name of its link, which only the server reads', () => {
    rememberReferral({ code: 'DEMO', link: 'Spring-26' });
    expect(document.cookie).toContain('ref=DEMO.Spring-26');
    expect(readReferralCode()).toBe('DEMO');
  });

  test.each(['DEMO.', 'DEMO.a.b', 'DEMO.a b', `DEMO.${'a'.repeat(31)}`, '.spring'])(
    'is ignored if the name of its link is malformed: %s',
    (text) => {
      expect(parseReferral(text)).toBeNull();
    },
  );
});
