import type { FastifyInstance } from 'fastify';
import type { Db } from '#db/client.ts';
import { readText } from '../content/text.service.ts';
import type { Deps } from '../deps.ts';
import { html, type SafeHtml } from '../lib/html.ts';
import { pageMetadata } from './page-metadata.ts';
import { isPublic, type PublicPageName, pageNames, pages, pageUnder } from './pages.shared.ts';

const CACHE_ONE_HOUR = 'public, max-age=3600';

/**
 * Endpoints only. Private pages are not listed: a search engine must fetch them to see their `noindex`, and
 * the list would advertise them. The allowed endpoints are called by public pages that a search engine
 * renders.
 */
const DISALLOWED_PATHS = ['/graphql', '/api/'];
const ALLOWED_PATHS = ['/api/csrf', '/api/session'];

/** Serves `/sitemap.xml`, with the date of each text that staff publish, and `/robots.txt`. */
export function registerSitemap(app: FastifyInstance, { db, config: { publicUrl } }: Deps): void {
  app.get('/sitemap.xml', async (_request, reply) =>
    reply
      .headers({ 'content-type': 'application/xml; charset=utf-8', 'cache-control': CACHE_ONE_HOUR })
      .send(await buildSitemap(db, publicUrl)),
  );
  app.get('/robots.txt', async (_request, reply) =>
    reply
      .headers({ 'content-type': 'text/plain; charset=utf-8', 'cache-control': CACHE_ONE_HOUR })
      .send(buildRobotsTxt(publicUrl)),
  );
}

async function buildSitemap(db: Db, publicUrl: string): Promise<string> {
  // The dates are optional: without the database there is still a sitemap.
  const publishedAt = await findPublishedDates(db).catch(() => new Map<PublicPageName, Date>());
  const listedNames = pageNames.filter(isPublic).filter((name) => pageUnder(name) === name);
  const entries = listedNames.map((name) =>
    formatSitemapEntry(`${publicUrl}${pages[name].path}`, publishedAt.get(name)),
  );
  return String(html`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries}</urlset>
`);
}

function formatSitemapEntry(url: string, publishedAt: Date | undefined): SafeHtml {
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
