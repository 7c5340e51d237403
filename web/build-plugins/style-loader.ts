import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** Vite wraps each dynamic import that has styles in the function that this module exports. */
const VITE_LOADER = '\0vite/preload-helper.js';
const LOADER = '\0style-loader';
const loaderFile = fileURLToPath(new URL('../lib/load-with-styles.ts', import.meta.url));

/** Replaces the loader that Vite adds for the styles of dynamic imports. */
export function styleLoader(): Plugin {
  return {
    name: 'style-loader',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source) => (source === VITE_LOADER ? LOADER : null),
    load: (id) =>
      id === LOADER ? `export { loadWithStyles as __vitePreload } from ${JSON.stringify(loaderFile)};` : null,
    buildEnd() {
      if (!this.getModuleInfo(LOADER)) this.error('Vite doesn’t import its loader of styles by this name');
    },
  };
}
