import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { bootScript } from './build-plugins/boot-script.ts';
import { classNames } from './build-plugins/class-names.ts';
import { mantineVariables } from './build-plugins/mantine-variables.ts';
import { offlineCard } from './build-plugins/offline-card.ts';
import { serverModuleGuard } from './build-plugins/server-module-guard.ts';
import { styleLoader } from './build-plugins/style-loader.ts';
import { unusedLinkPrefetch } from './build-plugins/unused-link-prefetch.ts';
import { unusedQueryHooks } from './build-plugins/unused-query-hooks.ts';
import { usMap } from './build-plugins/us-map.ts';
import { webFont } from './build-plugins/web-font.ts';

/**
 * Load this file with `configLoader: 'native'`: other loaders write a temporary file, which makes `node
 * --watch` restart.
 */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [
    react(),
    serverModuleGuard(),
    mantineVariables(),
    styleLoader(),
    unusedLinkPrefetch(),
    unusedQueryHooks(),
    usMap(),
    webFont(),
    bootScript(),
    classNames(),
    offlineCard(),
  ],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    // server/app/site/web-build.ts reads the manifest.
    manifest: 'manifest.json',
    target: 'es2022',
    // Inlined assets would need data: URLs, which the content security policy forbids.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // Preload only styles. Otherwise the entry script would also list each page's script dependencies.
      resolveDependencies: (_file, dependencies, { hostType }) =>
        hostType === 'html' ? dependencies : dependencies.filter((name) => name.endsWith('.css')),
    },
    reportCompressedSize: false,
    rolldownOptions: {
      // Short names, because the entry script contains the name of every page's chunk.
      output: {
        chunkFileNames: 'assets/[hash:7].js',
        assetFileNames: ({ names }) =>
          names.some((name) => name.endsWith('.css'))
            ? 'assets/[hash:7][extname]'
            : 'assets/[name]-[hash][extname]',
      },
      // tRPC does not declare its modules free of side effects, so unused ones would stay in the bundle.
      optimization: { inlineConst: { mode: 'all', pass: 2 } },
      treeshake: { moduleSideEffects: [{ test: /[\\/]@trpc[\\/]/, sideEffects: false }] },
    },
  },
});
