import type { Plugin } from 'vite';

/**
 * Preloads the web font, but never swaps the font of text that is already on screen: the fallback font's
 * metrics can't match on every device, so the text would move. A slow first visit keeps the fallback font,
 * and the next page takes the web font from the cache.
 */
export function webFont(): Plugin {
  return {
    name: 'web-font',
    config: () => ({ css: { postcss: { plugins: [{ postcssPlugin: 'font-display', Declaration }] } } }),
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        if (bundle === undefined) return [];
        const font = Object.keys(bundle).find((name) => /-latin-wght-normal-.*\.woff2$/.test(name));
        if (font === undefined) throw new Error('The latin cut of the font is not in the bundle');
        const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${font}`, crossorigin: '' };
        return [{ tag: 'link', attrs, injectTo: 'head-prepend' }];
      },
    },
  };
}

/** PostCSS calls this for each `font-display` declaration in the font's own stylesheet. */
const Declaration = {
  'font-display': (declaration: { value: string }) => {
    declaration.value = 'optional';
  },
};
