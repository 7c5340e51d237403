import { describe, expect, test } from 'vitest';
import { SEED_SETTINGS } from '#db/seed/catalog.ts';
import { readPageOrigins } from '#server/app/http/page-origins.ts';
import { readSiteSettings, webLink } from '#server/domains/content/site-settings.shared.ts';
import { listVideos } from '#server/lib/video-link.ts';

describe('[D34] the site settings', () => {
  test('omit values that are not set', () => {
    const emptySettings = { socialLinks: [], apps: [], videos: [], analyticsLink: null, hasNewsletter: true };
    expect(readSiteSettings(SEED_SETTINGS)).toEqual(emptySettings);
    expect(readSiteSettings({})).toEqual(emptySettings);
  });

  test('list links by name in a fixed order, without script links', () => {
    const settings = {
      youtubeLink: 'https://youtube.com/@card',
      facebookLink: 'https://facebook.com/card',
      instagramLink: 'javascript:alert(1)',
      playStoreLink: 'https://play.google.com/store/apps/details?id=card',
      analyticsLink: 'http://localhost:9000/views',
      newsletter: 'no',
    };
    expect(readSiteSettings(settings)).toEqual({
      socialLinks: [
        { name: 'Facebook', link: 'https://facebook.com/card' },
        { name: 'YouTube', link: 'https://youtube.com/@card' },
      ],
      apps: [{ name: 'Google Play', link: 'https://play.google.com/store/apps/details?id=card' }],
      videos: [],
      analyticsLink: 'http://localhost:9000/views',
      hasNewsletter: false,
    });
  });

  test('contain the two videos with their titles', () => {
    const { videos: links } = readSiteSettings({
      ...{ homeVideo1: 'https://youtu.be/dQw4w9WgXcQ', homeVideo1Title: 'Meet the card' },
      ...{ homeVideo2: 'https://videos.example/b.webm', homeVideo2Title: '' },
    });
    expect(listVideos(links).map(({ title, video }) => [title, video.kind])).toEqual([
      ['Meet the card', 'frame'],
      ['Video', 'file'],
    ]);
  });

  test.each([
    ['', null],
    ['card.example', null],
    ['//card.example', null],
    ['ftp://card.example', null],
    ['https://user:password@card.example/', null],
    ["https://a'b.example/", null],
    [' https://CARD.example/a?b#c ', 'https://card.example/a?b#c'],
  ])('read the link %j as %j', (text, link) => {
    expect(webLink(text)).toBe(link);
  });

  test('list each external origin once', () => {
    expect(
      readPageOrigins({
        webinarlink: 'https://youtu.be/dQw4w9WgXcQ',
        homeVideo1: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
        homeVideo2: 'https://videos.example/b.webm',
        analyticsLink: 'https://count.example/a?b',
      }),
    ).toEqual({
      frames: ['https://www.youtube-nocookie.com'],
      media: ['https://videos.example'],
      connect: ['https://count.example'],
    });
  });
});
