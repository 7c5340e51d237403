import { listPlans, priceTextsOf } from '../catalog/plan.service.ts';
import { findFigures } from '../content/faq.service.ts';
import type { Figures } from '../content/faq-text.ts';
import type { Deps } from '../deps.ts';
import { html, type SafeHtml } from '../lib/html.ts';
import { isPagePath } from './page-paths.ts';
import { PICTURES, type PublicPage, publicPages, publicPathOf, SITE } from './public-pages.ts';

const FIGURE = /\{([\w.-]+)\}/g;

/**
 * What search engines and messengers read of the page at `path` (no query), as markup for its document's head. Pages
 * that are somebody's own say nothing of themselves and are not to be listed (DESIGN D8, D11).
 */
export async function pageHead(deps: Deps, path: string): Promise<string> {
  const known = publicPathOf(path);
  const page = known === null ? undefined : publicPages[known];
  if (known !== null && page) return String(await publicHead(deps, known, page));
  return String(unlistedHead(isPagePath(path) ? SITE : `Page not found | ${SITE}`));
}

function unlistedHead(title: string): SafeHtml {
  return html`<title>${title}</title><meta name="robots" content="noindex" />`;
}

async function publicHead({ db, config }: Deps, path: string, page: PublicPage): Promise<SafeHtml> {
  const plans = await listPlans(db);
  const figures = await findFigures(db, priceTextsOf(plans));
  const ownName = plans.find(({ slug }) => page.ownPlan !== undefined && slug === page.ownPlan)?.copy.title;
  const title = ownName ? `${ownName} | ${SITE}` : page.title;
  const description = fillFigures(page.description, figures);
  const url = `${config.publicUrl}${page.canonical ?? path}`;
  const picture = `${config.publicUrl}/social/${page.picture}.png`;
  return html`<title>${title}</title>
<meta name="description" content="${description}" />
<link rel="canonical" href="${url}" />
<meta property="og:type" content="website" />
<meta property="og:site_name" content="${SITE}" />
<meta property="og:title" content="${title}" />
<meta property="og:description" content="${description}" />
<meta property="og:url" content="${url}" />
<meta property="og:image" content="${picture}" />
<meta property="og:image:width" content="1200" />
<meta property="og:image:height" content="630" />
<meta property="og:image:alt" content="${PICTURES[page.picture]}" />
<meta name="twitter:card" content="summary_large_image" />
<meta name="twitter:title" content="${title}" />
<meta name="twitter:description" content="${description}" />
<meta name="twitter:image" content="${picture}" />`;
}

function fillFigures(text: string, figures: Figures): string {
  return text.replace(FIGURE, (_, name: string) => figures[name] ?? '');
}
