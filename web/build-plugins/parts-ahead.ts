import type { ModulePreloadOptions, Plugin } from 'vite';

type PartsOf = NonNullable<ModulePreloadOptions['resolveDependencies']>;

/** The pages that people arrive at: what they are made of is asked for at once, not when their own script is there. */
const ARRIVALS =
  /[\\/]web[\\/]pages[\\/](home|business-plans|educators|pricing|savings|verify-card)-page\.tsx$/;

/**
 * The app names the parts of every page that it can open, and so carries the names of all of them from the first view
 * on. Those of a page that nobody arrives at are left out: its own script names them, a moment later. Styles stay.
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
          if (isPage && !ARRIVALS.test(file.facadeModuleId)) later.add(file.fileName);
        }
      },
    },
    resolveDependencies: (page, parts) =>
      later.has(page) ? parts.filter((part) => part.endsWith('.css')) : parts,
  };
}
