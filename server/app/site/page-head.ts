import type { Db } from '#db/client.ts';
import type { Plan } from '../../domains/catalog/plan.schema.ts';
import { formatPricesBySlug, listPlans } from '../../domains/catalog/plan.service.ts';
import type { Faq } from '../../domains/content/faq.schema.ts';
import { findPlaceholderValues, getFaq } from '../../domains/content/faq.service.ts';
import type { PlaceholderValues } from '../../domains/content/faq-text.shared.ts';
import type { SafeHtml } from '../../lib/html.ts';
import {
  documentTitle,
  isIndexed,
  isPublic,
  NOT_FOUND_TITLE,
  type PageName,
  type PublicPageName,
  pages,
  pageUnder,
  SITE_NAME,
} from '../../lib/pages.shared.ts';
import type { Deps } from '../../platform/deps.ts';
import { renderIndexedHead, renderNoindexHead } from './head-markup.ts';
import { findPage } from './page-lookup.ts';
import { type PageMetadata, PICTURE_SIZE, pageMetadata, SOCIAL_IMAGE_ALTS } from './page-metadata.ts';
import { buildStructuredData } from './structured-data.ts';

/** A placeholder for the head of a page whose path names something, such as a business. */
export const OWN_HEAD = '<!--own-head-->';

const PLACEHOLDER = /\{([\w.-]+)\}/g;

/**
 * Returns the part of the head that search engines and link previews read. Pages that aren't public get no
 * description (D8, D11).
 */
export async function pageHead({ db, config }: Deps, path: string): Promise<string> {
  const name = findPage(path);
  if (name === null) return String(renderNoindexHead(documentTitle(NOT_FOUND_TITLE)));
  if (!isPublic(name)) {
    return isIndexed(name) ? OWN_HEAD : String(renderNoindexHead(findPrivateTitle(name)));
  }
  return String(renderPublicHead(config.publicUrl, name, await readFacts(db, name)));
}

/**
 * Returns the title of a page that isn't public. A page rendered on the server can be read without
 * JavaScript, so it needs its own title. On other pages, JavaScript sets the title.
 */
function findPrivateTitle(name: PageName): string {
  const page = pages[name];
  return 'renderedFor' in page ? documentTitle(page.title) : SITE_NAME;
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
  const title = getPageTitle(name, metadata, facts.plans);
  const description = fillPlaceholders(metadata.description, facts.placeholderValues);
  const data = buildStructuredData({ ...facts, name, title, url, siteUrl, pictureUrl });
  const picture = { url: pictureUrl, ...PICTURE_SIZE, alt: SOCIAL_IMAGE_ALTS[metadata.picture] };
  return renderIndexedHead({ title, description, url, picture, data });
}

function getPageTitle(name: PublicPageName, { titlePlan }: PageMetadata, plans: readonly Plan[]): string {
  const plan = titlePlan && plans.find(({ slug }) => slug === titlePlan);
  return plan ? plan.copy.title : pages[name].title;
}

/** Returns null if a placeholder has no value, because no description is better than one with a gap. */
function fillPlaceholders(text: string, values: PlaceholderValues): string | null {
  const isComplete = [...text.matchAll(PLACEHOLDER)].every(([, name = '']) => values[name]);
  return isComplete ? text.replace(PLACEHOLDER, (_, name: string) => values[name] ?? '') : null;
}
