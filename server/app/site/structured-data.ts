import type { Plan } from '../../domains/catalog/plan.schema.ts';
import type { Faq } from '../../domains/content/faq.schema.ts';
import type { PlaceholderValues } from '../../domains/content/faq-text.shared.ts';
import { readSiteSettings } from '../../domains/content/site-settings.shared.ts';
import { centsToDollars } from '../../lib/money.ts';
import { type PublicPageName, pages, pageUnder, SITE_NAME } from '../../lib/pages.shared.ts';
import { readSupportContact } from '../../lib/support-contact.ts';
import { findPublicPage } from './page-lookup.ts';
import { pageMetadata } from './page-metadata.ts';

/** A schema.org object. */
type Thing = { '@type': string } & Readonly<Record<string, unknown>>;

export interface PageFacts {
  name: PublicPageName;
  title: string;
  url: string;
  /** Without a trailing slash. */
  siteUrl: string;
  pictureUrl: string;
  plans: readonly Plan[];
  /** Includes the public settings. */
  placeholderValues: PlaceholderValues;
  /** Only on the FAQ page. */
  faq: Faq | null;
}

/** UN/CEFACT codes of the billing interval. */
const UNIT_CODES = { month: 'MON', year: 'ANN', once: null };

/** Describes the page's content as schema.org data. Returns null if there is nothing to describe. */
export function buildStructuredData(facts: PageFacts): object | null {
  const things = [
    ...(facts.name === 'home' ? [describeOrganization(facts), describeWebsite(facts)] : []),
    ...describeProducts(facts),
    ...(facts.faq ? [describeQuestions(facts, facts.faq)] : []),
    ...(facts.name !== 'home' && pageUnder(facts.name) === facts.name ? [describeBreadcrumbs(facts)] : []),
  ];
  return things.length > 0 ? { '@context': 'https://schema.org', '@graph': things } : null;
}

function describeOrganization({ siteUrl, placeholderValues }: PageFacts): Thing {
  const { phone, email } = readSupportContact(placeholderValues);
  const socialLinks = readSiteSettings(placeholderValues).socialLinks.map(({ link }) => link);
  return {
    '@type': 'Organization',
    '@id': `${siteUrl}/#organization`,
    name: SITE_NAME,
    url: `${siteUrl}/`,
    logo: `${siteUrl}/wallet-logo.png`,
    ...(socialLinks.length > 0 ? { sameAs: socialLinks } : {}),
    ...(phone || email
      ? {
          contactPoint: {
            '@type': 'ContactPoint',
            contactType: 'customer support',
            ...(phone ? { telephone: phone } : {}),
            ...(email ? { email } : {}),
          },
        }
      : {}),
  };
}

function describeWebsite({ siteUrl }: PageFacts): Thing {
  return {
    '@type': 'WebSite',
    '@id': `${siteUrl}/#website`,
    name: SITE_NAME,
    url: `${siteUrl}/`,
    publisher: { '@id': `${siteUrl}/#organization` },
  };
}

function describeProducts({ name, plans, url, pictureUrl }: PageFacts): Thing[] {
  const bySlug = new Map(plans.map((plan) => [plan.slug, plan]));
  return Object.entries(pageMetadata[name].products ?? {}).flatMap(([slug, soldAs]) => {
    const product = bySlug.get(slug);
    const soldPlans = soldAs.flatMap((planSlug) => bySlug.get(planSlug) ?? []);
    if (!product || soldPlans.length === 0) return [];
    return {
      '@type': 'Product',
      '@id': `${url}#${slug}`,
      name: product.copy.title,
      description: product.copy.summary,
      image: pictureUrl,
      brand: { '@type': 'Brand', name: SITE_NAME },
      offers: soldPlans.map((plan) => describeOffer(plan, url)),
    };
  });
}

function describeOffer({ copy, priceCents, billingInterval }: Plan, url: string): Thing {
  const price = { price: centsToDollars(priceCents), priceCurrency: 'USD' };
  const unitCode = UNIT_CODES[billingInterval];
  return {
    '@type': 'Offer',
    name: copy.title,
    url,
    ...price,
    ...(unitCode
      ? {
          priceSpecification: {
            '@type': 'UnitPriceSpecification',
            ...price,
            billingIncrement: 1,
            unitCode,
            referenceQuantity: { '@type': 'QuantitativeValue', value: 1, unitCode },
          },
        }
      : {}),
  };
}

function describeQuestions({ url, siteUrl }: PageFacts, { sections, publishedAt }: Faq): Thing {
  const entries = sections.flatMap((section) => section.entries);
  return {
    '@type': 'FAQPage',
    '@id': `${url}#faq`,
    datePublished: publishedAt.toISOString(),
    mainEntity: entries.map(({ id, question, html }) => ({
      '@type': 'Question',
      '@id': `${url}#${id}`,
      name: question,
      // Absolute links, because other sites show the answers.
      acceptedAnswer: { '@type': 'Answer', text: html.replaceAll('href="/', `href="${siteUrl}/`) },
    })),
  };
}

/** Returns home, the public pages whose paths are a prefix of this page's path, and this page. */
function describeBreadcrumbs({ name: current, title, siteUrl }: PageFacts): Thing {
  const parts = pages[current].path.split('/');
  const trail = parts.flatMap((_, depth) => {
    const path = parts.slice(0, depth + 1).join('/') || '/';
    const name = findPublicPage(path);
    if (name === null) return [];
    if (name === current) return { path, title };
    return { path, title: name === 'home' ? 'Home' : pages[name].title };
  });
  return {
    '@type': 'BreadcrumbList',
    itemListElement: trail.map((step, i) => ({
      '@type': 'ListItem',
      position: i + 1,
      name: step.title,
      item: `${siteUrl}${step.path}`,
    })),
  };
}
