import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { paths } from '../lib/paths.ts';
import { type Bundle, filesOf } from './bundle-files.ts';

/** The pages that people arrive at (`arrivals` in web/routes.tsx): fetched beside the app, not after it has run. */
const ARRIVALS: Record<string, string> = {
  [paths.home()]: 'web/pages/home-page.tsx',
  [paths.trial()]: 'web/pages/home-page.tsx',
  [paths.businessPlans()]: 'web/pages/business-plans-page.tsx',
  [paths.pricing()]: 'web/pages/pricing-page.tsx',
  [paths.savings()]: 'web/pages/savings-page.tsx',
  [paths.verify()]: 'web/pages/verify-card-page.tsx',
};

const source = new URL('../boot.js', import.meta.url);
/** Nothing shortens this file but us: its comments stay here. */
const COMMENTS = /^\s*\/\/.*\n/gm;

/** What a page needs beside what the document names already. */
function ownFiles(page: string, bundle: Bundle): string[] {
  const files = filesOf((chunk) => chunk.facadeModuleId?.endsWith(page) ?? false, bundle);
  if (files.size === 0) throw new Error(`${page} is no page of its own any more`);
  const named = filesOf((chunk) => chunk.isEntry, bundle);
  return [...files].filter((name) => !named.has(name)).map((name) => `/${name}`);
}

/**
 * Puts web/boot.js, which runs before the first paint, into the document: in a build with the files of each page that
 * people arrive at, under a hashed name.
 */
export function bootScript(): Plugin {
  return {
    name: 'boot-script',
    configureServer(server) {
      server.middlewares.use('/boot.js', (_request, response) => {
        response.setHeader('content-type', 'text/javascript').end(bootCode({}));
      });
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const src = bundle === undefined ? '/boot.js' : emitted(bundle);
        return [{ tag: 'script', attrs: { src }, injectTo: 'head-prepend' }];
      },
    },
    generateBundle: {
      order: 'pre',
      handler(_options, bundle) {
        const files = Object.fromEntries(
          Object.entries(ARRIVALS).map(([path, page]) => [path, ownFiles(page, bundle)]),
        );
        const code = bootCode(files);
        const hash = createHash('sha256').update(code).digest('base64url').slice(0, 8);
        this.emitFile({ type: 'asset', fileName: `assets/boot-${hash}.js`, source: code });
      },
    },
  };
}

const bootCode = (files: Record<string, string[]>) =>
  readFileSync(source, 'utf8').replace(COMMENTS, '').replace('__FILES__', JSON.stringify(files));

function emitted(bundle: Bundle): string {
  const name = Object.keys(bundle).find((file) => /^assets\/boot-.+\.js$/.test(file));
  if (name === undefined) throw new Error('The boot script is not in the bundle');
  return `/${name}`;
}
