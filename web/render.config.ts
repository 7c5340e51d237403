import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { serverModuleGuard } from './build-plugins/server-module-guard.ts';
import { unusedQueries } from './build-plugins/unused-queries.ts';

/**
 * The renderer of the public pages: one module for the server, with everything in it that it takes, so that React is
 * the same as in the browser's build, whatever the server's own mode.
 */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [unusedQueries(), react(), serverModuleGuard()],
  ssr: { noExternal: true },
  // A server's own mode would be asked each time otherwise, and local mode would render with React's slow build.
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    ssr: 'render.tsx',
    outDir: '../dist/render',
    emptyOutDir: true,
    target: 'node24',
    // The names of files are the site's own build's, which makes them.
    emitAssets: false,
    copyPublicDir: false,
    assetsInlineLimit: 0,
    // The server imports it anew after each build: a part of its own would import it by its plain name, and have
    // another router, another client than the one that renders it.
    rolldownOptions: { output: { codeSplitting: false } },
    minify: false,
    reportCompressedSize: false,
  },
});
