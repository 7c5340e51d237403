import type { Db } from '#db/client.ts';
import type { Plan } from '../catalog/plan.schema.ts';
import { formatPricesBySlug, listPlans } from '../catalog/plan.service.ts';
import type { Faq } from '../content/faq.schema.ts';
import { findPlaceholderValues, getFaq } from '../content/faq.service.ts';
import type { PlaceholderValues } from '../content/faq-text.shared.ts';
import type { Deps } from '../deps.ts';
import { html, SafeHtml } from '../lib/html.ts';
import { findPage } from './page-lookup.ts';
import { type PageMetadata, PICTURE_SIZE, pageMetadata, SOCIAL_IMAGE_ALTS } from './page-metadata.ts';
import {
  documentTitle,
  isPublic,
  NOT_FOUND_TITLE,
  type PageName,
  type PublicPageName,
  pages,
  pageUnder,
  SITE_NAME,
} from './pages.shared.ts';
import { buildStructuredData } from './structured-data.ts';

const PLACEHOLDER = /\{([\w.-]+)\}/g;

/**
 * Returns the part of the head that search engines and link previews read. Pages that aren't public get no
 * description (D8, D11).
 */
export async function pageHead({ db, config }: Deps, path: string): Promise<string> {
  const name = findPage(path);
  if (name === null) return String(renderNoindexHead(documentTitle(NOT_FOUND_TITLE)));
  if (!isPublic(name)) return String(renderNoindexHead(findPrivateTitle(name)));
  return String(renderPublicHead(config.publicUrl, name, await readFacts(db, name)));
}

/**
 * A rendered page can be read without JavaScript, so it needs its title. On other pages, JavaScript sets the
 * title.
 */
function findPrivateTitle(name: PageName): string {
  const page = pages[name];
  return 'renderedFor' in page ? documentTitle(page.title) : SITE_NAME;
}

function renderNoindexHead(title: string): SafeHtml {
  return html`<title>${title}</title>
<meta name="robots" content="noindex" />`;
}

interface HeadFacts {
  plans: Plan[];
  placeholderValues: PlaceholderValues;
  faq: Faq | null;
}

async function readFacts(db: Db, name: PublicPageName): Promise<HeadFacts> {
  const plans = await listPlans(db);
  const prices = formatPricesBySlug(plans);
  return {
    plans,
    placeholderValues: await findPlaceholderValues(db, prices),
    faq: name === 'faq' ? await getFaq(db, prices) : null,
  };
}

function renderPublicHead(siteUrl: string, name: PublicPageName, facts: HeadFacts): SafeHtml {
  const metadata = pageMetadata[name];
  const url = `${siteUrl}${pages[pageUnder(name)].path}`;
  const pictureUrl = `${siteUrl}/social/${metadata.picture}.png`;
  const title = pageTitle(name, metadata, facts.plans);
  const description = fillPlaceholders(metadata.description, facts.placeholderValues);
  const data = buildStructuredData({ ...facts, name, title, url, siteUrl, pictureUrl });
  return html`<title>${documentTitle(title)}</title>
${description && html`<meta name="description" content="${description}" />`}
<link rel="canonical" href="${url}" />
<meta property="og:type" content="website" />
<meta property="og:site_name" content="${SITE_NAME}" />
<meta property="og:title" content="${title}" />
${description && html`<meta property="og:description" content="${description}" />`}
<meta property="og:url" content="${url}" />
<meta property="og:image" content="${pictureUrl}" />
<meta property="og:image:width" content="${PICTURE_SIZE.width}" />
<meta property="og:image:height" content="${PICTURE_SIZE.height}" />
<meta property="og:image:alt" content="${SOCIAL_IMAGE_ALTS[metadata.picture]}" />
<meta name="twitter:card" content="summary_large_image" />
<meta name="twitter:title" content="${title}" />
${description && html`<meta name="twitter:description" content="${description}" />`}
<meta name="twitter:image" content="${pictureUrl}" />
${data && html`<script type="application/ld+json">${renderDataBlock(data)}</script>`}`;
}

function pageTitle(name: PublicPageName, { titlePlan }: PageMetadata, plans: readonly Plan[]): string {
  const plan = titlePlan && plans.find(({ slug }) => slug === titlePlan);
  return plan ? plan.copy.title : pages[name].title;
}

/** Returns null if a placeholder has no value, because no description is better than one with a gap. */
function fillPlaceholders(text: string, values: PlaceholderValues): string | null {
  const isComplete = [...text.matchAll(PLACEHOLDER)].every(([, name = '']) => values[name]);
  return isComplete ? text.replace(PLACEHOLDER, (_, name: string) => values[name] ?? '') : null;
}

/**
 * Escapes the JSON, so that it can't close its script element. The content security policy doesn't restrict
 * data in a script element.
 */
function renderDataBlock(data: object): SafeHtml {
  return new SafeHtml([JSON.stringify(data).replaceAll('<', '\\u003c')], []);
}
