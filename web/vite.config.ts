import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { bootScript } from './build-plugins/boot-script.ts';
import { offlineCard } from './build-plugins/offline-card.ts';
import { preloadFont } from './build-plugins/preload-font.ts';
import { serverModuleGuard } from './build-plugins/server-module-guard.ts';

/** Load with `configLoader: 'native'`: other loaders write a file, and `node --watch` would restart for it. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), serverModuleGuard(), preloadFont(), bootScript(), offlineCard()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    // server/site/web-build.ts reads it.
    manifest: 'manifest.json',
    target: 'es2022',
    // The content security policy would have to allow data: addresses.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // Otherwise every first view lists the chunks of all pages.
      resolveDependencies: (_file, dependencies, { hostType }) =>
        hostType === 'html' ? dependencies : dependencies.filter((name) => name.endsWith('.css')),
    },
    reportCompressedSize: false,
    rolldownOptions: {
      // Short names, because every first view lists the chunks of all pages.
      output: {
        chunkFileNames: 'assets/[hash:7].js',
        assetFileNames: ({ names }) =>
          names.some((name) => name.endsWith('.css'))
            ? 'assets/[hash:7][extname]'
            : 'assets/[name]-[hash][extname]',
      },
      // tRPC does not declare that its modules have no side effects.
      treeshake: { moduleSideEffects: [{ test: /[\\/]@trpc[\\/]/, sideEffects: false }] },
    },
  },
});
