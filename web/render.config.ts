import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { mantineVariables } from './build-plugins/mantine-variables.ts';
import { serverModuleGuard } from './build-plugins/server-module-guard.ts';
import { usMap } from './build-plugins/us-map.ts';

/** Builds the server's page renderer as one module that includes all its dependencies. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), serverModuleGuard(), mantineVariables(), usMap({ isEmpty: true })],
  ssr: { noExternal: true },
  // Otherwise the renderer would use React's slow development build unless NODE_ENV is 'production'.
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    ssr: 'render.tsx',
    outDir: '../dist/render',
    emptyOutDir: true,
    target: 'node24',
    // The site's build already emits the assets.
    emitAssets: false,
    copyPublicDir: false,
    assetsInlineLimit: 0,
    // The server imports this file with a version query. A second chunk would import it without the query and
    // get another instance of the router and the query client.
    rolldownOptions: { output: { codeSplitting: false } },
    minify: false,
    reportCompressedSize: false,
  },
});
