import { isPublic, pageNames, pages } from '#server/lib/pages.shared.ts';

export const PUBLIC_PATHS: readonly string[] = pageNames.filter(isPublic).map((name) => pages[name].path);
