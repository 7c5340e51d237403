import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sanitizeRichText } from '#server/domains/stores/promotion.service.ts';

describe('[D51] the rich text of promotions', () => {
  test.each([
    ['10 % off', '10 % off'],
    ['<p>10 % <strong>off</strong></p>', '<p>10 % <strong>off</strong></p>'],
    ['<ul><li>One<li>Two</ul>', '<ul><li>One</li><li>Two</li></ul>'],
    ['Fish & Chips < $10', 'Fish &amp; Chips &lt; $10'],
    ['one\r\ntwo', 'one\ntwo'],
    ['<h1>Big</h1><h3>Small</h3>', 'Big<h3>Small</h3>'],
    ['Hi<script>alert(1)</script>', 'Hi'],
    ['<style>p{}</style><p>Hi</p>', '<p>Hi</p>'],
    ['<p onclick="x()" style="top:0" class="a">Hi</p>', '<p>Hi</p>'],
    ['<img src=x onerror=alert(1)>Hi', 'Hi'],
    ['<svg><script>alert(1)</script></svg>Hi', 'Hi'],
    ['<a href="javascript:alert(1)">Hi</a>', 'Hi'],
    ['<a href="java\\nscript:alert(1)">Hi</a>', 'Hi'],
    ['<a href="&#106;avascript:alert(1)">Hi</a>', 'Hi'],
    ['<a href="data:text/html,x">Hi</a>', 'Hi'],
    ['<a href="//evil.example">Hi</a>', 'Hi'],
    ['<a href="/user">Hi</a>', 'Hi'],
    ['<iframe src="https://evil.example"></iframe>Hi', 'Hi'],
    [
      '<a href="/user">Hi</a> <a href="https://a.example">you</a> there',
      'Hi <a href="https://a.example" rel="noopener nofollow ugc" target="_blank">you</a> there',
    ],
    ['<p>Hi', '<p>Hi</p>'],
    ['<!-- x --><p>Hi</p>', '<p>Hi</p>'],
  ])('turns %j into %j', async (dirty, clean) => {
    expect(await sanitizeRichText(dirty)).toBe(clean);
  });

  test.each(['https://a.example/?x=1&y=2', 'http://a.example', 'mailto:joe@a.example'])(
    'keeps a link to %s, but restricts what it can do to our page',
    async (href) => {
      expect(
        await sanitizeRichText(`<a href="${href}" rel="opener" target="_self" onclick="x()">Hi</a>`),
      ).toBe(`<a href="${href.replace('&', '&amp;')}" rel="noopener nofollow ugc" target="_blank">Hi</a>`);
    },
  );

  test.each(['', '  ', '<p></p>', '<p>&nbsp;</p>', '<script>x</script>', '<br>', '\u200b', '<p>\u200b</p>'])(
    'treats %j as empty',
    async (emptyHtml) => {
      expect(await sanitizeRichText(emptyHtml)).toBe('');
    },
  );

  test('is sanitized to the same result twice, with only allowed tags and attributes', async () => {
    const piece = fc.constantFrom(
      ...[
        '<p>',
        '</p>',
        '<a href="https://a.example">',
        '</a>',
        '<b',
        '>',
        '<',
        '&',
        '&lt;',
        '"',
        "'",
        '<img src=x ',
      ],
      ...[
        'onerror=alert(1)',
        '<script>',
        '</script>',
        '<!--',
        '-->',
        'javascript:',
        '<svg ',
        '<ul><li>',
        ' ',
        'text',
      ],
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 20 }), async (pieces) => {
        const once = await sanitizeRichText(pieces.join(''));
        expect(await sanitizeRichText(once)).toBe(once);
        for (const [, tag = ''] of once.matchAll(/<([^>]*)>/g)) {
          expect(tag).toMatch(
            /^(\/?(p|br|strong|em|b|i|u|s|ul|ol|li|h3|h4|blockquote|a)( \/)?|a href="https:\/\/a\.example" rel="noopener nofollow ugc" target="_blank")$/,
          );
        }
      }),
      { numRuns: 500 },
    );
  });
});
