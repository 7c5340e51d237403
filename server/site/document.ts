import type { PageFiles } from './built-site.ts';
import type { RenderedPage } from './page-rendering.shared.ts';

const HEAD = /<!--head-->[\s\S]*?<!--\/head-->/;
const ROOT = '<div id="root"></div>';

interface DocumentParts {
  /** Markup: title, description and the like. */
  head: string;
  files: PageFiles | undefined;
  /** The page as HTML, or null for a page that the browser makes. */
  page: RenderedPage | null;
}

/** A page's document: the built one, with the page's own head, files, HTML and the answers behind it. */
export function composeDocument(template: string, { head, files, page }: DocumentParts): string {
  const links = [
    ...(files?.styles ?? []).map((href) => `<link rel="stylesheet" crossorigin href="${href}">`),
    ...(files?.scripts ?? []).map((href) => `<link rel="modulepreload" crossorigin href="${href}">`),
  ];
  // The files first: they are fetched while the rest is on its way. By functions: a `$` in a text stands for itself.
  const withHead = template
    .replace(HEAD, '')
    .replace('</head>', () => `${links.join('\n')}\n${head}\n</head>`);
  return page === null ? withHead : withHead.replace(ROOT, () => bodyOf(page));
}

/** The answers are data, not a script to run: `<` cannot end the element early. */
function bodyOf({ html, answers }: RenderedPage): string {
  const data = JSON.stringify(answers).replaceAll('<', '\\u003c');
  return `<div id="root">${html}</div>\n<script type="application/json" id="answers">${data}</script>`;
}
