import { describe, expect, test } from 'vitest';
import { escapeHtml, html } from '#server/lib/html.ts';

const evil = `<script>alert("1")</script> & 'x'`;
const harmless = '&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;x&#39;';

describe('the html template tag', () => {
  test('escapes every value, in text and in attributes', () => {
    expect(escapeHtml(evil)).toBe(harmless);
    expect(html`<p title="${evil}">${evil}</p>`.toString()).toBe(`<p title="${harmless}">${harmless}</p>`);
  });

  test('keeps its own markup and escapes only once', () => {
    const boldText = html`<b>${'a & b'}</b>`;
    expect(html`<p>${boldText}</p>`.toString()).toBe('<p><b>a &amp; b</b></p>');
  });

  test('joins lists and omits null, undefined, and false', () => {
    const items = ['<', html`<i>1</i>`, 2];
    expect(html`${items}|${null}|${undefined}|${false}|${0}`.toString()).toBe('&lt;<i>1</i>2||||0');
  });
});
