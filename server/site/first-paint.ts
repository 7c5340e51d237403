import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What a document's first paint waits for: its styles by address, and the script that chooses light or dark. */
export interface FirstPaint {
  styles: ReadonlyMap<string, string>;
  boot: { tag: string; code: string } | null;
}

const STYLE_NAMES = /href="(\/[^"]+\.css)"/g;
const STYLES = /<link rel="stylesheet" crossorigin href="([^"]+)">\s*/g;
const BOOT = /<script src="(\/assets\/boot-[^"]+)"><\/script>/;
const SCRIPTS =
  /\s*<(?:link rel="modulepreload" crossorigin href="[^"]+">|script type="module" [^>]*><\/script>)/g;

/** Reads what `template` and the pages' own `styles` name. */
export async function readFirstPaint(
  webRoot: string,
  template: string,
  styles: readonly string[],
): Promise<FirstPaint> {
  const named = [...template.matchAll(STYLE_NAMES)].map(([, href = '']) => href);
  const read = async (href: string) => (await readFile(join(webRoot, href), 'utf8')).trim();
  const contents = [...new Set([...named, ...styles])].map(async (href) => [href, await read(href)] as const);
  const [tag, href] = BOOT.exec(template) ?? [];
  return {
    styles: new Map(await Promise.all(contents)),
    boot: tag === undefined || href === undefined ? null : { tag, code: await read(href) },
  };
}

/**
 * Puts a document in the order in which a slow line should bring it: what its first paint needs comes in it, and what
 * makes the page move is asked for after its words. On slow 4G each file that the paint waits for costs half a second.
 * Each style says of which file it is: the app then does not fetch that again (web/boot.js).
 */
export function forFirstPaint(document: string, { styles, boot }: FirstPaint): string {
  const scripts: string[] = [];
  const inOrder = document.replace(SCRIPTS, (tag) => {
    scripts.push(tag);
    return '';
  });
  const withStyles = inOrder
    .replace(STYLES, (tag, href) => {
      const css = styles.get(href);
      if (css === undefined) return tag;
      return `<style data-href="${href}">${css}</style>\n`;
    })
    .replace('</body>', () => `${scripts.join('').trimStart()}\n  </body>`);
  return boot === null ? withStyles : withStyles.replace(boot.tag, () => `<script>${boot.code}</script>`);
}

/** The content policy of a document that has this one script in it: named by its hash, no other may run. */
export function allowingBoot(policy: string, { boot }: FirstPaint): string {
  if (boot === null) return policy;
  const hash = createHash('sha256').update(boot.code).digest('base64');
  return policy.replace("script-src 'self'", () => `script-src 'self' 'sha256-${hash}'`);
}
