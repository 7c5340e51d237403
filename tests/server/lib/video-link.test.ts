import { describe, expect, test } from 'vitest';
import { videoLink } from '#server/lib/video-link.ts';

const YOUTUBE = {
  kind: 'frame',
  src: 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?rel=0',
  origin: 'https://www.youtube-nocookie.com',
};
const vimeo = (rest: string) => ({
  kind: 'frame',
  src: `https://player.vimeo.com/video/${rest}`,
  origin: 'https://player.vimeo.com',
});

describe('[D14] a video link', () => {
  test.each(['mp4', 'webm', 'm4v', 'MP4'])('plays a file of type %s in the browser', (type) => {
    const src = `https://videos.example:8443/a/webinar.${type}?v=2`;
    expect(videoLink(` ${src} `)).toEqual({ kind: 'file', src, origin: 'https://videos.example:8443' });
  });

  test.each([
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=10',
    'https://m.youtube.com/watch?v=dQw4w9WgXcQ',
    'https://youtu.be/dQw4w9WgXcQ?si=abc',
    'https://www.youtube.com/embed/dQw4w9WgXcQ',
    'https://youtube.com/live/dQw4w9WgXcQ',
    'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
  ])('plays a YouTube video in the player without cookies: %s', (link) => {
    expect(videoLink(link)).toEqual(YOUTUBE);
  });

  test.each([
    ['https://vimeo.com/76979871', vimeo('76979871?dnt=1')],
    ['https://vimeo.com/76979871/8272103f6e', vimeo('76979871?dnt=1&h=8272103f6e')],
    ['https://player.vimeo.com/video/76979871?h=8272103f6e', vimeo('76979871?dnt=1&h=8272103f6e')],
  ])('plays a Vimeo video in the player without tracking: %s', (link, playerUrl) => {
    expect(videoLink(link)).toEqual(playerUrl);
  });

  test.each([
    null,
    '',
    'webinar.mp4',
    'http://videos.example/webinar.mp4',
    'https://videos.example/',
    'https://videos.example/page.html?x=.mp4',
    'https://videos.example/webinar.svg',
    'https://user:secret@videos.example/webinar.mp4',
    // The semicolon would start a new directive in the Content-Security-Policy header.
    'https://x;script-src.example/webinar.mp4',
    'https://x,y.example/webinar.mp4',
    'javascript:alert(1)//.mp4',
    'data:video/mp4;base64,AAAA',
    'https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
    'https://www.youtube.com/watch?v=short',
    'https://www.youtube.com/redirect?q=https://evil.example',
    'https://vimeo.com/showcase/1',
    'https://player.vimeo.com/video/76979871"onload=',
  ])('is refused for any other site or file: %s', (link) => {
    expect(videoLink(link)).toBeNull();
  });
});
