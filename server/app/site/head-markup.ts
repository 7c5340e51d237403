import { html, SafeHtml } from '../../lib/html.ts';
import { documentTitle, SITE_NAME } from '../../lib/pages.shared.ts';

export interface HeadPicture {
  url: string;
  width: number;
  height: number;
  alt: string;
}

export interface IndexedHead {
  /** Without the site's name. */
  title: string;
  description: string | null;
  url: string;
  picture: HeadPicture;
  /** schema.org data. */
  data: object | null;
}

/** The part of the head that search engines and link previews read. */
export function renderIndexedHead({ title, description, url, picture, data }: IndexedHead): SafeHtml {
  return html`<title>${documentTitle(title)}</title>
${description && html`<meta name="description" content="${description}" />`}
<link rel="canonical" href="${url}" />
<meta property="og:type" content="website" />
<meta property="og:site_name" content="${SITE_NAME}" />
<meta property="og:title" content="${title}" />
${description && html`<meta property="og:description" content="${description}" />`}
<meta property="og:url" content="${url}" />
<meta property="og:image" content="${picture.url}" />
<meta property="og:image:width" content="${picture.width}" />
<meta property="og:image:height" content="${picture.height}" />
<meta property="og:image:alt" content="${picture.alt}" />
<meta name="twitter:card" content="summary_large_image" />
<meta name="twitter:title" content="${title}" />
${description && html`<meta name="twitter:description" content="${description}" />`}
<meta name="twitter:image" content="${picture.url}" />
${data && html`<script type="application/ld+json">${renderDataBlock(data)}</script>`}`;
}

export function renderNoindexHead(title: string): SafeHtml {
  return html`<title>${title}</title>
<meta name="robots" content="noindex" />`;
}

/**
 * Escapes the JSON, so that it can't close its script element. The content security policy doesn't restrict
 * data in a script element.
 */
function renderDataBlock(data: object): SafeHtml {
  return new SafeHtml([JSON.stringify(data).replaceAll('<', '\\u003c')], []);
}
