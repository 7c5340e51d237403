import type { Db } from '#db/client.ts';
import type { Plan } from '../catalog/plan.schema.ts';
import { listPlans, priceTextsOf } from '../catalog/plan.service.ts';
import type { Faq } from '../content/faq.schema.ts';
import { findFigures, getFaq } from '../content/faq.service.ts';
import type { Figures } from '../content/faq-text.ts';
import type { Deps } from '../deps.ts';
import { html, SafeHtml } from '../lib/html.ts';
import { isPagePath } from './page-paths.ts';
import {
  nameOf,
  PICTURE_SIZE,
  PICTURES,
  type PublicPage,
  publicPages,
  publicPathOf,
  SITE,
  titled,
} from './public-pages.ts';
import { structuredData } from './structured-data.ts';

const FIGURE = /\{([\w.-]+)\}/g;

/**
 * What search engines and messengers read of the page at `path` (no query), as markup for its document's head. Pages
 * that are somebody's own say nothing of themselves and are not to be listed (DESIGN D8, D11).
 */
export async function pageHead({ db, config }: Deps, path: string): Promise<string> {
  const known = publicPathOf(path);
  const page = known === null ? undefined : publicPages[known];
  if (known === null || !page) {
    return String(unlistedHead(isPagePath(path) ? SITE : titled('Page not found')));
  }
  // A document comes even where the database does not answer: with a head of what is known without it.
  const found = await readFacts(db, known).catch(() => null);
  return String(publicHead(config.publicUrl, known, page, found));
}

function unlistedHead(title: string): SafeHtml {
  return html`<title>${title}</title>
<meta name="robots" content="noindex" />`;
}

interface Found {
  plans: Plan[];
  figures: Figures;
  faq: Faq | null;
}

async function readFacts(db: Db, path: string): Promise<Found> {
  const plans = await listPlans(db);
  const prices = priceTextsOf(plans);
  return {
    plans,
    figures: await findFigures(db, prices),
    faq: path === '/faq' ? await getFaq(db, prices) : null,
  };
}

function publicHead(siteUrl: string, path: string, page: PublicPage, found: Found | null): SafeHtml {
  const url = `${siteUrl}${page.canonical ?? path}`;
  const pictureUrl = `${siteUrl}/social/${page.picture}.png`;
  const title = titleOf(page, found?.plans ?? []);
  const description = fillFigures(page.description, found?.figures ?? {});
  const data = found && structuredData({ ...found, path, page, title, url, siteUrl, pictureUrl });
  return html`<title>${title}</title>
${description && html`<meta name="description" content="${description}" />`}
<link rel="canonical" href="${url}" />
<meta property="og:type" content="website" />
<meta property="og:site_name" content="${SITE}" />
<meta property="og:title" content="${nameOf(title)}" />
${description && html`<meta property="og:description" content="${description}" />`}
<meta property="og:url" content="${url}" />
<meta property="og:image" content="${pictureUrl}" />
<meta property="og:image:width" content="${PICTURE_SIZE.width}" />
<meta property="og:image:height" content="${PICTURE_SIZE.height}" />
<meta property="og:image:alt" content="${PICTURES[page.picture]}" />
<meta name="twitter:card" content="summary_large_image" />
<meta name="twitter:title" content="${nameOf(title)}" />
${description && html`<meta name="twitter:description" content="${description}" />`}
<meta name="twitter:image" content="${pictureUrl}" />
${data && html`<script type="application/ld+json">${dataBlock(data)}</script>`}`;
}

/** A page about one plan is called what the catalog calls it. */
function titleOf({ title, ownPlan }: PublicPage, plans: readonly Plan[]): string {
  const name = ownPlan && plans.find(({ slug }) => slug === ownPlan)?.copy.title;
  return name ? titled(name) : title;
}

/** The text with its figures; null where one is not known, rather than a sentence with a hole. */
function fillFigures(text: string, figures: Figures): string | null {
  const isKnown = [...text.matchAll(FIGURE)].every(([, name = '']) => figures[name]);
  return isKnown ? text.replace(FIGURE, (_, name: string) => figures[name] ?? '') : null;
}

/** JSON that can end neither its script nor begin another. It is data, which a content policy for scripts lets be. */
function dataBlock(data: object): SafeHtml {
  return new SafeHtml([JSON.stringify(data).replaceAll('<', '\\u003c')], []);
}
