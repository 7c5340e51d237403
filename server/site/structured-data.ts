import type { Plan } from '../catalog/plan.schema.ts';
import type { Faq } from '../content/faq.schema.ts';
import type { Figures } from '../content/faq-text.ts';
import { readSiteSettings } from '../content/site-settings.shared.ts';
import { centsToDollars } from '../lib/money.ts';
import { readSupportContact } from '../lib/support-contact.ts';
import { nameOf, type PublicPage, publicPages, SITE } from './public-pages.ts';

/** A thing in the words of schema.org. */
type Thing = { '@type': string } & Readonly<Record<string, unknown>>;

export interface PageFacts {
  path: string;
  page: PublicPage;
  /** The page's present one. */
  title: string;
  /** The page's own address, and the site's without a last slash. */
  url: string;
  siteUrl: string;
  pictureUrl: string;
  plans: readonly Plan[];
  /** The public settings are among them. */
  figures: Figures;
  /** On its own page alone. */
  faq: Faq | null;
}

/** As UN/CEFACT names what is paid for: a month, a year. */
const UNIT_CODES = { month: 'MON', year: 'ANN', once: null };

/** What the page says, for machines: nothing that it does not say to people. Null where there is nothing. */
export function structuredData(facts: PageFacts): object | null {
  const things = [
    ...(facts.path === '/' ? [organization(facts), website(facts)] : []),
    ...products(facts),
    ...(facts.faq ? [questions(facts, facts.faq)] : []),
    ...(facts.path !== '/' && facts.page.canonical === undefined ? [breadcrumbs(facts)] : []),
  ];
  return things.length > 0 ? { '@context': 'https://schema.org', '@graph': things } : null;
}

function organization({ siteUrl, figures }: PageFacts): Thing {
  const { phone, email } = readSupportContact(figures);
  const elsewhere = readSiteSettings(figures).social.map(({ link }) => link);
  return {
    '@type': 'Organization',
    '@id': `${siteUrl}/#organization`,
    name: SITE,
    url: `${siteUrl}/`,
    logo: `${siteUrl}/wallet-logo.png`,
    ...(elsewhere.length > 0 ? { sameAs: elsewhere } : {}),
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

function website({ siteUrl }: PageFacts): Thing {
  return {
    '@type': 'WebSite',
    '@id': `${siteUrl}/#website`,
    name: SITE,
    url: `${siteUrl}/`,
    publisher: { '@id': `${siteUrl}/#organization` },
  };
}

function products({ page, plans, url, pictureUrl }: PageFacts): Thing[] {
  const bySlug = new Map(plans.map((plan) => [plan.slug, plan]));
  return Object.entries(page.products ?? {}).flatMap(([slug, soldAs]) => {
    const product = bySlug.get(slug);
    const sold = soldAs.flatMap((each) => bySlug.get(each) ?? []);
    if (!product || sold.length === 0) return [];
    return {
      '@type': 'Product',
      '@id': `${url}#${slug}`,
      name: product.copy.title,
      description: product.copy.summary,
      image: pictureUrl,
      brand: { '@type': 'Brand', name: SITE },
      offers: sold.map((plan) => offer(plan, url)),
    };
  });
}

function offer({ copy, priceCents, billingInterval }: Plan, url: string): Thing {
  const money = { price: centsToDollars(priceCents), priceCurrency: 'USD' };
  const unitCode = UNIT_CODES[billingInterval];
  return {
    '@type': 'Offer',
    name: copy.title,
    url,
    ...money,
    ...(unitCode
      ? {
          priceSpecification: {
            '@type': 'UnitPriceSpecification',
            ...money,
            billingIncrement: 1,
            unitCode,
            referenceQuantity: { '@type': 'QuantitativeValue', value: 1, unitCode },
          },
        }
      : {}),
  };
}

function questions({ url, siteUrl }: PageFacts, { sections, publishedAt }: Faq): Thing {
  const entries = sections.flatMap((section) => section.entries);
  return {
    '@type': 'FAQPage',
    '@id': `${url}#faq`,
    datePublished: publishedAt.toISOString(),
    mainEntity: entries.map(({ id, question, html }) => ({
      '@type': 'Question',
      '@id': `${url}#${id}`,
      name: question,
      // Read on other sites, where an address without ours leads nowhere.
      acceptedAnswer: { '@type': 'Answer', text: html.replaceAll('href="/', `href="${siteUrl}/`) },
    })),
  };
}

/** Home, then each page above this one that there is, then this one. */
function breadcrumbs({ path, title, siteUrl }: PageFacts): Thing {
  const steps = path.split('/').map((_, depth, parts) => parts.slice(0, depth + 1).join('/') || '/');
  const trail = steps.flatMap((step) => {
    const shown = step === path ? title : publicPages[step]?.title;
    return shown ? [{ step, name: step === '/' ? 'Home' : nameOf(shown) }] : [];
  });
  return {
    '@type': 'BreadcrumbList',
    itemListElement: trail.map(({ step, name }, at) => ({
      '@type': 'ListItem',
      position: at + 1,
      name,
      item: `${siteUrl}${step}`,
    })),
  };
}
