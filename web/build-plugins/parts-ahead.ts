import type { ModulePreloadOptions, Plugin } from 'vite';

type PartsOf = NonNullable<ModulePreloadOptions['resolveDependencies']>;

/**
 * The pages that most people go to within the app: what they are made of is asked for at once, not when their own
 * script is there. (Who arrives at a page has all of it named in its document.)
 */
const VISITED = /[\\/]web[\\/]pages[\\/](pricing|savings)-page\.tsx$/;

/**
 * The app names the parts of every page that it can open, and so carries the names of all of them from the first view
 * on. Those of the other pages are left out: a page's own script names them, a moment later. Styles stay.
 */
export function partsAhead(): { plugin: Plugin; resolveDependencies: PartsOf } {
  const later = new Set<string>();
  return {
    plugin: {
      name: 'parts-ahead',
      apply: 'build',
      generateBundle(_, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type !== 'chunk' || file.facadeModuleId === null) continue;
          const isPage = /[\\/]web[\\/]pages[\\/]/.test(file.facadeModuleId);
          if (isPage && !VISITED.test(file.facadeModuleId)) later.add(file.fileName);
        }
      },
    },
    resolveDependencies: (page, parts) =>
      later.has(page) ? parts.filter((part) => part.endsWith('.css')) : parts,
  };
}
