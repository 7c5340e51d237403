import {
  isPublic,
  type Page,
  type PageName,
  type PublicPageName,
  pageNames,
  pages,
} from '../../lib/pages.shared.ts';

const PATTERNS = pageNames.map((name) => ({ name, pattern: toPattern(pages[name]) }));

function toPattern({ path }: Page): RegExp {
  const pattern = path.replace('/:id?', '(/[^/]+)?').replace('/:id', '/[^/]+').replace('/*', '(/.*)?');
  return new RegExp(`^${pattern}/?$`, 'i');
}

/**
 * Finds a path's page as the router does: in any letter case, with or without a trailing slash. Follows
 * redirects.
 */
export function findPage(path: string): PageName | null {
  const match = PATTERNS.find(({ pattern }) => pattern.test(path));
  if (match === undefined) return null;
  const page = pages[match.name];
  return 'redirectsTo' in page ? page.redirectsTo : match.name;
}

/** Finds the public page at exactly this path. */
export function findPublicPage(path: string): PublicPageName | null {
  const name = findPage(path);
  return name !== null && isPublic(name) && pages[name].path === path ? name : null;
}
