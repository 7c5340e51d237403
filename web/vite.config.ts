import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { bootScript } from './build-plugins/boot-script.ts';
import { offlineCard } from './build-plugins/offline-card.ts';
import { pageFiles } from './build-plugins/page-files.ts';
import { partsAhead } from './build-plugins/parts-ahead.ts';
import { preloadFont } from './build-plugins/preload-font.ts';
import { serverModuleGuard } from './build-plugins/server-module-guard.ts';
import { unusedQueries } from './build-plugins/unused-queries.ts';

const ahead = partsAhead();

/** Load with `configLoader: 'native'`: the other loaders write a file that `node --watch` then restarts for. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [
    unusedQueries(),
    react(),
    serverModuleGuard(),
    preloadFont(),
    bootScript(),
    offlineCard(),
    pageFiles(),
    ahead.plugin,
  ],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    // A data: address would need its own word in the content security policy.
    assetsInlineLimit: 0,
    // Browsers without it fetch a page's parts a moment later; the polyfill would cost everybody else.
    modulePreload: { polyfill: false, resolveDependencies: ahead.resolveDependencies },
    reportCompressedSize: false,
    rolldownOptions: {
      // The app carries every part's name from the first view on: as short as can be. Fonts and pictures keep theirs.
      output: {
        chunkFileNames: 'assets/[hash:7].js',
        assetFileNames: ({ names }) =>
          names.some((name) => name.endsWith('.css'))
            ? 'assets/[hash:7][extname]'
            : 'assets/[name]-[hash][extname]',
      },
      // tRPC does not say that its files only define things: those that nothing is taken from stay out.
      treeshake: { moduleSideEffects: [{ test: /[\\/]@trpc[\\/]/, sideEffects: false }] },
    },
  },
});
