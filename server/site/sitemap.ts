import type { FastifyInstance } from 'fastify';
import type { Db } from '#db/client.ts';
import { readText } from '../content/text.service.ts';
import type { Deps } from '../deps.ts';
import { html, type SafeHtml } from '../lib/html.ts';
import { publicPages } from './public-pages.ts';

/** The pages whose text staff publish, by the text's name. */
const PUBLISHED = { '/faq': 'FAQ', '/legal/privacy-policy': 'PRIVACY', '/legal/cookie-policy': 'COOKIE' };

const HOUR = 'public, max-age=3600';

/**
 * Programs' addresses: there is nothing to read there. Pages that are somebody's own are not named: they say `noindex`
 * themselves, which only who may fetch them learns, and a list of them would be a list of where to knock. Nor is what
 * a public page calls when a search engine draws it.
 */
const DISALLOWED = ['/graphql', '/api/'];
const ALLOWED = ['/api/csrf', '/api/session'];

/** `/sitemap.xml`: every public page, with the day of its text where staff publish it. `/robots.txt`: who may read what. */
export function registerSitemap(app: FastifyInstance, { db, config: { publicUrl } }: Deps): void {
  app.get('/sitemap.xml', async (_request, reply) =>
    reply
      .headers({ 'content-type': 'application/xml; charset=utf-8', 'cache-control': HOUR })
      .send(await sitemap(db, publicUrl)),
  );
  app.get('/robots.txt', async (_request, reply) =>
    reply
      .headers({ 'content-type': 'text/plain; charset=utf-8', 'cache-control': HOUR })
      .send(robots(publicUrl)),
  );
}

async function sitemap(db: Db, publicUrl: string): Promise<string> {
  // It comes even where the database does not answer: the days are an extra.
  const changes = await findChanges(db).catch((): Record<string, Date> => ({}));
  // A page that search engines list under another's address is not one of its own.
  const own = Object.entries(publicPages).filter(([, { canonical }]) => canonical === undefined);
  const entries = own.map(([path]) => entry(`${publicUrl}${path}`, changes[path]));
  return String(html`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries}</urlset>
`);
}

function entry(url: string, changedAt: Date | undefined): SafeHtml {
  const change = changedAt && html`<lastmod>${changedAt.toISOString()}</lastmod>`;
  return html`<url><loc>${url}</loc>${change}</url>
`;
}

async function findChanges(db: Db): Promise<Record<string, Date>> {
  const found = await Promise.all(
    Object.entries(PUBLISHED).map(async ([path, type]) => ({ path, text: await readText(db, type) })),
  );
  return Object.fromEntries(found.flatMap(({ path, text }) => (text ? [[path, text.publishedAt]] : [])));
}

function robots(publicUrl: string): string {
  return [
    'User-agent: *',
    ...ALLOWED.map((path) => `Allow: ${path}`),
    ...DISALLOWED.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n');
}
