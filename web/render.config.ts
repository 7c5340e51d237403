import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { serverModuleGuard } from './build-plugins/server-module-guard.ts';

/** The renderer of the public pages: one module with all its dependencies and React's production build. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), serverModuleGuard()],
  ssr: { noExternal: true },
  // Otherwise local mode would render with React's slow development build.
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    ssr: 'render.tsx',
    outDir: '../dist/render',
    emptyOutDir: true,
    target: 'node24',
    // The site's build emits them.
    emitAssets: false,
    copyPublicDir: false,
    assetsInlineLimit: 0,
    // The server imports the file with a version query. Other chunks would import it without, and get a second instance
    // of the router and the query client.
    rolldownOptions: { output: { codeSplitting: false } },
    minify: false,
    reportCompressedSize: false,
  },
});
