import type { Plugin } from 'vite';

const MODULE_ID = '\0no-link-prefetch';
const isRouter = (file: string) => /[\\/]react-router[\\/]/.test(file);
const usage = /<(?:Nav)?Link\b[^>]*\sprefetch=/;

/** Stubs for what React Router's links and routes import from the module that prefetches pages. */
const REPLACEMENT = `
import { createContext } from 'react';
export const FrameworkContext = createContext(undefined);
export const PrefetchPageLinks = () => null;
export const mergeRefs = (ref) => ref;
export const usePrefetchBehavior = () => [false, undefined, {}];
`;

/**
 * Keeps React Router's prefetching out of the bundle. It works only in framework mode, but would run two
 * effects for every link. Fails the build if a link uses it.
 */
export function unusedLinkPrefetch(): Plugin {
  return {
    name: 'unused-link-prefetch',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source, importer = '') =>
      // The package's index also exports the module's other components, which we don't use.
      /[\\/]ssr[\\/]components\.js$/.test(source) && isRouter(importer) && !importer.endsWith('index.js')
        ? MODULE_ID
        : null,
    load: (id) => (id === MODULE_ID ? REPLACEMENT : null),
    transform(code, id) {
      if (!id.includes('node_modules') && usage.test(code))
        this.error('Links can’t prefetch pages: see web/build-plugins/unused-link-prefetch.ts');
      return null;
    },
  };
}
