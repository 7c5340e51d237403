import { describe, expect, test } from 'vitest';
import { paths } from '#server/lib/pages.shared.ts';
import { anonymizePath, refusesTracking } from '#web/lib/page-views.ts';

describe('the report of a page view', () => {
  test('has the path without personal ids', () => {
    expect(anonymizePath(paths.pricing())).toBe('/pricing');
    expect(anonymizePath(paths.verify())).toBe('/verify/card');
    for (const id of ['7K3M-94QX-2WFT', '0193a000-0000-7000-8000-000000000001']) {
      for (const path of [
        paths.membershipCard(id),
        paths.verifyCard(id),
        paths.requestCard(id),
        paths.resetPassword(id),
      ]) {
        expect(anonymizePath(path)).toMatch(/\/…$/);
        expect(anonymizePath(path)).not.toContain(id);
      }
    }
    expect(anonymizePath(`/${'x'.repeat(500)}`)).toHaveLength(60);
  });

  test.each([
    [{ doNotTrack: '1' }, true],
    [{ doNotTrack: 'yes' }, true],
    [{ globalPrivacyControl: true }, true],
    [{ doNotTrack: '0', globalPrivacyControl: true }, true],
    [{ doNotTrack: '0', globalPrivacyControl: false }, false],
    [{ doNotTrack: 'unspecified' }, false],
    [{ doNotTrack: null }, false],
    [{}, false],
  ])('is omitted if the browser sends %j: %s', (browser, refuses) => {
    expect(refusesTracking(browser)).toBe(refuses);
  });
});
