import { categoryName } from '../../domains/stores/category.shared.ts';
import type { WeekHours } from '../../domains/stores/hours.schema.ts';
import { WEEKDAYS } from '../../domains/stores/hours.shared.ts';
import type { BusinessPage, PageLocation } from '../../domains/stores/page/business-page.schema.ts';
import { getBusinessPage } from '../../domains/stores/page/business-page.service.ts';
import { formatPageTitle } from '../../domains/stores/page/page-title.shared.ts';
import { documentTitle, NOT_FOUND_TITLE, pages, paths } from '../../lib/pages.shared.ts';
import type { Deps } from '../../platform/deps.ts';
import { type HeadPicture, renderIndexedHead, renderNoindexHead } from './head-markup.ts';
import { PICTURE_SIZE, SOCIAL_IMAGE_ALTS } from './page-metadata.ts';

/** The part of a business's page that is the same for every visitor. */
interface StoreLanding {
  head: string;
  /** True if no listed business has this page. */
  isMissing: boolean;
  /** The page's current path, if the requested one is outdated. */
  movedTo: string | null;
}

type StorePage = Omit<BusinessPage, 'isFavorite'>;

const MAX_DESCRIPTION_LENGTH = 160;
/** A chain may have more locations, and each one repeats what all have in common. */
const MAX_DESCRIBED_LOCATIONS = 10;

/** Finds the business whose page has this path. */
export async function findStoreLanding(
  { reader, config: { publicUrl }, now }: Pick<Deps, 'reader' | 'config' | 'now'>,
  path: string,
): Promise<StoreLanding> {
  // The router has already rejected paths that can't be decoded.
  const slug = decodeURIComponent(path.split('/')[2] ?? '');
  const viewer = { isMember: false, now: now() };
  const page = await reader.find('search', (db) => getBusinessPage(db, { slug }, viewer));
  if (page === null) {
    const head = String(renderNoindexHead(documentTitle(NOT_FOUND_TITLE)));
    return { head, isMissing: true, movedTo: null };
  }
  const canonicalPath = paths.store(page.slug);
  if (path !== canonicalPath) return { head: '', isMissing: false, movedTo: canonicalPath };
  return { head: renderHead(publicUrl, page), isMissing: false, movedTo: null };
}

function renderHead(siteUrl: string, page: StorePage): string {
  const url = siteUrl + paths.store(page.slug);
  const data = { '@context': 'https://schema.org', '@graph': describe(siteUrl, url, page) };
  return String(
    renderIndexedHead({
      title: formatPageTitle(page),
      description: summarize(page),
      url,
      picture: findPicture(siteUrl, page),
      data,
    }),
  );
}

/** Returns the beginning of the owner's description or, without one, what and where the business is. */
function summarize({ name, type, description, locations: [first] }: StorePage): string {
  const text = description?.replace(/\s+/g, ' ') ?? '';
  if (text === '') {
    const place = [first?.city, first?.state].filter(Boolean).join(', ');
    return `${name}: ${type}${place === '' ? '' : ` in ${place}`}. See where it is and what members save.`;
  }
  if (text.length <= MAX_DESCRIPTION_LENGTH) return text;
  const lastSpace = text.lastIndexOf(' ', MAX_DESCRIPTION_LENGTH);
  return `${text.slice(0, lastSpace > 0 ? lastSpace : MAX_DESCRIPTION_LENGTH)}…`;
}

function findPicture(siteUrl: string, { name, photos: [photo] }: StorePage): HeadPicture {
  if (!photo) {
    return { url: `${siteUrl}/social/savings.png`, ...PICTURE_SIZE, alt: SOCIAL_IMAGE_ALTS.savings };
  }
  const { file, width, height, alt } = photo;
  return { url: siteUrl + file, width, height, alt: alt ?? name };
}

/** Describes the page's content as schema.org data. */
function describe(siteUrl: string, url: string, page: StorePage): object[] {
  const pictures = [...page.photos.map(({ file }) => file), page.logo ?? []].flat();
  const sharedData = {
    name: page.name,
    url,
    ...(page.description === null ? {} : { description: page.description }),
    ...(pictures.length === 0 ? {} : { image: pictures.map((file) => siteUrl + file) }),
    ...(page.url === null ? {} : { sameAs: page.url }),
    keywords: page.categories.map(categoryName).join(', '),
  };
  const places = page.locations
    .filter(({ street1, city }) => street1 !== null || city !== null)
    .slice(0, MAX_DESCRIBED_LOCATIONS);
  const things =
    places.length === 0
      ? [{ '@type': 'Organization', '@id': url, ...sharedData }]
      : places.map((location) => ({
          '@type': 'LocalBusiness',
          '@id': `${url}#${location.id}`,
          ...sharedData,
          ...describeLocation(location),
        }));
  return [...things, describeBreadcrumbs(siteUrl, url, page.name)];
}

function describeLocation({ phone, hours, ...address }: PageLocation) {
  const street = [address.street1, address.street2].filter(Boolean).join(', ');
  return {
    address: {
      '@type': 'PostalAddress',
      ...(street === '' ? {} : { streetAddress: street }),
      ...(address.city === null ? {} : { addressLocality: address.city }),
      ...(address.state === null ? {} : { addressRegion: address.state }),
      ...(address.zip === null ? {} : { postalCode: address.zip }),
      addressCountry: address.country,
    },
    ...(phone === null ? {} : { telephone: phone }),
    ...(hours === null ? {} : { openingHoursSpecification: describeHours(hours) }),
  };
}

function describeHours(hours: WeekHours): object[] {
  return hours.flatMap((day, index) =>
    day === null ? [] : { '@type': 'OpeningHoursSpecification', dayOfWeek: WEEKDAYS[index], ...day },
  );
}

function describeBreadcrumbs(siteUrl: string, url: string, name: string): object {
  const trail = [
    { name: 'Home', item: `${siteUrl}/` },
    { name: pages.savings.title, item: siteUrl + pages.savings.path },
    { name, item: url },
  ];
  return {
    '@type': 'BreadcrumbList',
    itemListElement: trail.map((step, index) => ({ '@type': 'ListItem', position: index + 1, ...step })),
  };
}
