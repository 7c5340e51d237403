import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { type Bundle, filesOf } from './bundle-files.ts';

const source = new URL('../service-worker.js', import.meta.url);
/** The card page's lazily loaded modules, which the document does not list. */
const PARTS = [
  /web\/pages\/user-page\.tsx$/,
  /web\/layouts\/header\/mobile-menu\.tsx$/,
  /web\/features\/accounts\/account-actions\.tsx$/,
  /server\/lib\/qr-code\.ts$/,
];

function filesInDocument(html: string): string[] {
  return [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, file = '']) => file);
}

function filesOfPart(part: RegExp, bundle: Bundle): string[] {
  const files = filesOf((chunk) => chunk.moduleIds.some((id) => part.test(id)), bundle);
  if (files.size === 0) throw new Error(`Nothing of the card's page matches ${part}`);
  return [...files].map((name) => `/${name}`);
}

/** Adds web/service-worker.js to the build, with the files that the card's page needs offline. */
export function offlineCard(): Plugin {
  return {
    name: 'offline-card',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const page = bundle['index.html'];
        const html = page?.type === 'asset' ? String(page.source) : '';
        const named = filesInDocument(html);
        const entry = Object.values(bundle).find((file) => file.type === 'chunk' && file.isEntry)?.fileName;
        if (entry === undefined || !named.includes(`/${entry}`)) {
          throw new Error('The document does not name the entry');
        }
        const files = [...new Set([...named, ...PARTS.flatMap((part) => filesOfPart(part, bundle))])];
        const version = createHash('sha256').update(html).update(files.join()).digest('hex').slice(0, 12);
        const code = readFileSync(source, 'utf8')
          .replace('__VERSION__', version)
          .replace('__FILES__', JSON.stringify(files))
          .replace('__ENTRY__', `/${entry}`);
        this.emitFile({ type: 'asset', fileName: 'service-worker.js', source: code });
      },
    },
  };
}
