import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Db } from '#db/client.ts';
import { readText } from '../../domains/content/text.service.ts';
import {
  countSitemapParts,
  isSitemapPart,
  streamSitemapPart,
} from '../../domains/stores/page/business-page.service.ts';
import { AppError } from '../../lib/errors.ts';
import { html, type SafeHtml } from '../../lib/html.ts';
import { isPublic, type PublicPageName, pageNames, pages, pageUnder, paths } from '../../lib/pages.shared.ts';
import type { Deps } from '../../platform/deps.ts';
import { pageMetadata } from './page-metadata.ts';

/**
 * Parses the part in a sitemap's file name, such as '2-of-8'. Parts count from 1 in file names and from 0 in
 * the service.
 */
const partParams = z
  .object({ part: z.string() })
  .transform(({ part }) => /^(\d{1,4})-of-(\d{1,4})$/.exec(part) ?? [])
  .transform(([, part = '0', parts = '0']) => ({ part: Number(part) - 1, parts: Number(parts) }));

const CACHE_ONE_HOUR = 'public, max-age=3600';

/**
 * Paths of endpoints for robots.txt. Private pages are not listed: a search engine must fetch them to see
 * their `noindex`, and the list would advertise them. Public pages call the allowed endpoints when a search
 * engine renders them.
 */
const DISALLOWED_PATHS = ['/graphql', '/api/'];
const ALLOWED_PATHS = ['/api/csrf', '/api/session'];

/** A part lists up to 50,000 businesses, so one address gets at most 100 of them a minute. */
const BUSINESSES_WEIGHT = 60;

const CONTENT_TYPE = 'application/xml; charset=utf-8';
const SITEMAP_NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';

/**
 * Serves `/sitemap.xml`, which lists the other sitemaps: one with the pages, and several with the businesses.
 * Also serves `/robots.txt`.
 */
export function registerSitemap(app: FastifyInstance, { db, reader, config: { publicUrl } }: Deps): void {
  const sendXml = (reply: FastifyReply, body: string | Readable) =>
    reply.headers({ 'content-type': CONTENT_TYPE, 'cache-control': CACHE_ONE_HOUR }).send(body);
  app.get('/sitemap.xml', async (_request, reply) => {
    // Without the database, there is still a sitemap of the pages.
    const parts = await reader.read('search', countSitemapParts).catch(() => 0);
    return sendXml(reply, buildIndex(publicUrl, parts));
  });
  app.get('/sitemap-pages.xml', async (_request, reply) =>
    sendXml(reply, await buildPageSitemap(db, publicUrl)),
  );
  const options = { config: { requestWeight: () => BUSINESSES_WEIGHT } };
  app.get('/sitemap-businesses-:part.xml', options, async (request, reply) => {
    const part = partParams.parse(request.params);
    if (!isSitemapPart(part)) throw new AppError('NOT_FOUND');
    return sendXml(reply, Readable.from(streamBusinesses(reader.choose('search'), publicUrl, part)));
  });
  app.get('/robots.txt', async (_request, reply) =>
    reply
      .headers({ 'content-type': 'text/plain; charset=utf-8', 'cache-control': CACHE_ONE_HOUR })
      .send(buildRobotsTxt(publicUrl)),
  );
}

function buildIndex(publicUrl: string, parts: number): string {
  const names = [
    'sitemap-pages.xml',
    ...Array.from({ length: parts }, (_, part) => `sitemap-businesses-${part + 1}-of-${parts}.xml`),
  ];
  const entries = names.map(
    (name) => html`<sitemap><loc>${publicUrl}/${name}</loc></sitemap>
`,
  );
  return String(html`<?xml version="1.0" encoding="UTF-8"?>
<sitemapindex xmlns="${SITEMAP_NAMESPACE}">
${entries}</sitemapindex>
`);
}

async function* streamBusinesses(
  db: Db,
  publicUrl: string,
  part: { part: number; parts: number },
): AsyncGenerator<string> {
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="${SITEMAP_NAMESPACE}">\n`;
  for await (const slugs of streamSitemapPart(db, part)) {
    yield slugs.map((slug) => String(formatSitemapEntry(publicUrl + paths.store(slug)))).join('');
  }
  yield '</urlset>\n';
}

async function buildPageSitemap(db: Db, publicUrl: string): Promise<string> {
  // The dates are optional: without the database there is still a sitemap.
  const publishedAt = await findPublishedDates(db).catch(() => new Map<PublicPageName, Date>());
  const listedNames = pageNames.filter(isPublic).filter((name) => pageUnder(name) === name);
  const entries = listedNames.map((name) =>
    formatSitemapEntry(`${publicUrl}${pages[name].path}`, publishedAt.get(name)),
  );
  return String(html`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="${SITEMAP_NAMESPACE}">
${entries}</urlset>
`);
}

function formatSitemapEntry(url: string, publishedAt?: Date): SafeHtml {
  const lastChange = publishedAt && html`<lastmod>${publishedAt.toISOString()}</lastmod>`;
  return html`<url><loc>${url}</loc>${lastChange}</url>
`;
}

async function findPublishedDates(db: Db): Promise<Map<PublicPageName, Date>> {
  const publishedTexts = await Promise.all(
    pageNames.filter(isPublic).map(async (name) => {
      const { publishedText } = pageMetadata[name];
      return { name, text: publishedText === undefined ? null : await readText(db, publishedText) };
    }),
  );
  return new Map(publishedTexts.flatMap(({ name, text }) => (text ? [[name, text.publishedAt]] : [])));
}

function buildRobotsTxt(publicUrl: string): string {
  return [
    'User-agent: *',
    ...ALLOWED_PATHS.map((path) => `Allow: ${path}`),
    ...DISALLOWED_PATHS.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n');
}
