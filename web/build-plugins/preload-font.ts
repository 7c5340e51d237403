import type { Plugin } from 'vite';

/** Preloads the web font, so that text doesn't switch fonts after the first paint. */
export function preloadFont(): Plugin {
  return {
    name: 'preload-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const font = Object.keys(bundle ?? {}).find((name) => /-latin-wght-normal-.*\.woff2$/.test(name));
        if (font === undefined) throw new Error('The latin cut of the font is not in the bundle');
        const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${font}`, crossorigin: '' };
        return [{ tag: 'link', attrs, injectTo: 'head-prepend' }];
      },
    },
  };
}
