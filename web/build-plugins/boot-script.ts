import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const sourcePath = new URL('../boot.js', import.meta.url);
/** Vite doesn't minify boot.js, so this plugin strips the comments. */
const COMMENTS = /^\s*\/\/.*\n/gm;

const readBootScript = () => readFileSync(sourcePath, 'utf8').replace(COMMENTS, '');

function getBuiltFileName(): string {
  const hash = createHash('sha256').update(readBootScript()).digest('base64url').slice(0, 8);
  return `assets/boot-${hash}.js`;
}

/** Adds web/boot.js to the HTML. In a build, its file name contains a hash. */
export function bootScript(): Plugin {
  return {
    name: 'boot-script',
    configureServer(server) {
      server.middlewares.use('/boot.js', (_request, response) => {
        response.setHeader('content-type', 'text/javascript').end(readBootScript());
      });
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const src = bundle === undefined ? '/boot.js' : `/${getBuiltFileName()}`;
        return [{ tag: 'script', attrs: { src }, injectTo: 'head-prepend' }];
      },
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: getBuiltFileName(), source: readBootScript() });
    },
  };
}
