import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Browser } from '@playwright/test';
import type { Visit } from './pages.ts';
import { PHONE } from './slow-page.ts';

const TYPES = {
  document: /text\/html/,
  script: /javascript/,
  style: /css/,
  font: /font/,
  image: /image/,
};
const DOCUMENT_KINDS = ['document', 'script', 'style', 'font', 'image'] as const;
/** Later files are those that scripts load, so the server-rendered HTML doesn't name them. */
export type Kind = (typeof DOCUMENT_KINDS)[number] | 'laterScript' | 'laterStyle';
const LATER_KINDS: Partial<Record<Kind, Kind>> = { script: 'laterScript', style: 'laterStyle' };

/** Matches Stripe's script, and our code that loads it or renders its fields. */
const STRIPE_CODE = /https:\/\/js\.stripe\.com|react-stripe-js/;

interface FileBytes {
  kind: Kind;
  /** Compressed sizes in bytes. */
  gzip: number;
  brotli: number;
  isStripe: boolean;
}

/** The bytes that a first view loads, by kind. */
export interface PageBytes {
  gzip: Record<Kind, number>;
  brotli: Record<Kind, number>;
  scripts: number;
  stripeFiles: number;
  /** URLs on other sites. */
  externalUrls: string[];
}

/** Lists the URLs that a browser with an empty cache loads without scrolling. */
async function listFiles(browser: Browser, { url, cookies }: Visit): Promise<string[]> {
  const context = await browser.newContext({ ...PHONE, storageState: { cookies, origins: [] } });
  try {
    const page = await context.newPage();
    const files = new Set<string>();
    page.on('response', (response) => {
      if (response.ok()) files.add(response.url());
    });
    await page.goto(url, { waitUntil: 'networkidle' });
    return [...files];
  } finally {
    await context.close();
  }
}

/** Counts the compressed bytes. `fetch` would decompress them. */
async function countBytes(url: string, encoding: string, cookie: string): Promise<number> {
  const request = get(url, { headers: { 'accept-encoding': encoding, cookie } });
  const [response]: IncomingMessage[] = await once(request, 'response');
  let bytes = 0;
  for await (const chunk of response ?? []) bytes += Buffer.byteLength(chunk);
  return bytes;
}

/** Measures the inline styles, which count as CSS. */
function measureInlineStyles(html: string): FileBytes {
  const css = [...html.matchAll(/<style[^>]*>([^<]*)<\/style>/g)].map(([, own]) => own).join('\n');
  const [gzip, brotli] = css === '' ? [0, 0] : [gzipSync(css).length, brotliCompressSync(css).length];
  return { kind: 'style', gzip, brotli, isStripe: false };
}

async function measureFile(url: string, cookie: string, document: string): Promise<FileBytes[]> {
  const response = await fetch(url, { headers: { cookie } });
  const type = response.headers.get('content-type') ?? '';
  const documentKind = DOCUMENT_KINDS.find((one) => TYPES[one].test(type));
  if (documentKind === undefined) return [];
  const isLater = !document.includes(`"${new URL(url).pathname}"`);
  const kind = (isLater && LATER_KINDS[documentKind]) || documentKind;
  const text = await response.text();
  const isStripe = documentKind === 'script' && STRIPE_CODE.test(text);
  const [gzip, brotli] = [await countBytes(url, 'gzip', cookie), await countBytes(url, 'br', cookie)];
  if (kind !== 'document') return [{ kind, gzip, brotli, isStripe }];
  const styles = measureInlineStyles(text);
  return [{ kind, gzip: gzip - styles.gzip, brotli: brotli - styles.brotli, isStripe }, styles];
}

function sumByKind(sentFiles: readonly FileBytes[], encoding: 'gzip' | 'brotli'): Record<Kind, number> {
  const total: Record<Kind, number> = {
    document: 0,
    script: 0,
    laterScript: 0,
    style: 0,
    laterStyle: 0,
    font: 0,
    image: 0,
  };
  for (const file of sentFiles) total[file.kind] += file[encoding];
  return total;
}

export async function measureBytes(browser: Browser, visit: Visit): Promise<PageBytes> {
  const { origin } = new URL(visit.url);
  const cookie = visit.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const files = await listFiles(browser, visit);
  const externalUrls = files.filter((file) => /^https?:/.test(file) && new URL(file).origin !== origin);
  const ownFiles = files.filter((file) => file.startsWith(`${origin}/`));
  const document = await (await fetch(visit.url, { headers: { cookie } })).text();
  const sentFiles = (await Promise.all(ownFiles.map((url) => measureFile(url, cookie, document)))).flat();
  return {
    gzip: sumByKind(sentFiles, 'gzip'),
    brotli: sumByKind(sentFiles, 'brotli'),
    scripts: sentFiles.filter(({ kind }) => kind === 'script').length,
    stripeFiles:
      sentFiles.filter(({ isStripe }) => isStripe).length +
      externalUrls.filter((file) => /(^|\.)stripe\.com$/.test(new URL(file).hostname)).length,
    externalUrls,
  };
}
