import { OWN_HEAD } from './page-head.ts';
import type { RenderedPage } from './page-rendering.shared.ts';
import type { PageFiles } from './web-build.ts';

const DEFAULT_HEAD = /<!--head-->[\s\S]*?<!--\/head-->/;
const ROOT = '<div id="root"></div>';

interface DocumentParts {
  /** The page's markup for the head, such as its title and description. */
  head: string;
  files: PageFiles | undefined;
  /** Null for a page that the browser renders. */
  page: RenderedPage | null;
}

/** Fills the template with the page's head, files, HTML, and query results. */
export function composeDocument(template: string, { head, files, page }: DocumentParts): string {
  const links = [
    ...(files?.styles ?? []).map((href) => `<link rel="stylesheet" crossorigin href="${href}">`),
    ...(files?.scripts ?? []).map((href) => `<link rel="modulepreload" crossorigin href="${href}">`),
  ];
  // Use replacement functions, because a replacement string would interpret `$` in the texts.
  const withHead = template
    .replace(DEFAULT_HEAD, '')
    .replace('</head>', () => `${links.join('\n')}\n${head}\n</head>`);
  return page === null ? withHead : fillRoot(withHead, page);
}

/** Adds the page's HTML and query results to a document without them. */
export function fillRoot(document: string, { html, preloadedQueries }: RenderedPage): string {
  // Escape `<`, so that no text can close the script element.
  const json = JSON.stringify(preloadedQueries).replaceAll('<', '\\u003c');
  const body = `<div id="root">${html}</div>\n<script type="application/json" id="answers">${json}</script>`;
  return document.replace(ROOT, () => body);
}

/** Replaces the placeholder for the head of a page whose head depends on its path. */
export function fillHead(document: string, head: string): string {
  return document.replace(OWN_HEAD, () => head);
}
