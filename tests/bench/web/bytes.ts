import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Browser } from '@playwright/test';
import { TELEPHONE } from './telephone.ts';

const KINDS = {
  document: /text\/html/,
  script: /javascript/,
  style: /css/,
  font: /font/,
  image: /image/,
};
export type Kind = keyof typeof KINDS;
const ALL_KINDS: readonly Kind[] = ['document', 'script', 'style', 'font', 'image'];

/** The card network's own script, and the parts of ours that fetch it or draw its fields. */
const CARD_NETWORK = /https:\/\/js\.stripe\.com|react-stripe-js/;

interface Sent {
  kind: Kind;
  /** Bytes as sent to a client that takes gzip, and to one that takes Brotli. */
  gzip: number;
  brotli: number;
  ofCardNetwork: boolean;
}

/** What a first view loads, by kind. */
export interface Weight {
  gzip: Record<Kind, number>;
  brotli: Record<Kind, number>;
  scripts: number;
  cardNetworkFiles: number;
  /** Addresses of other sites. */
  elsewhere: string[];
}

/** What a browser with nothing in its cache asks for until it asks for nothing more; nobody scrolls. */
async function filesOf(browser: Browser, url: string): Promise<string[]> {
  const context = await browser.newContext(TELEPHONE);
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

/** Counted as they come off the wire: `fetch` would unpack them. */
async function bytesOf(url: string, encoding: string): Promise<number> {
  const sent = get(url, { headers: { 'accept-encoding': encoding } });
  const [response]: IncomingMessage[] = await once(sent, 'response');
  let bytes = 0;
  for await (const chunk of response ?? []) bytes += Buffer.byteLength(chunk);
  return bytes;
}

/** Styles that come within a document are styles all the same. */
function weighOwnStyles(html: string): Sent {
  const css = [...html.matchAll(/<style[^>]*>([^<]*)<\/style>/g)].map(([, own]) => own).join('\n');
  const [gzip, brotli] = css === '' ? [0, 0] : [gzipSync(css).length, brotliCompressSync(css).length];
  return { kind: 'style', gzip, brotli, ofCardNetwork: false };
}

async function weighFile(url: string): Promise<Sent[]> {
  const response = await fetch(url);
  const type = response.headers.get('content-type') ?? '';
  const kind = ALL_KINDS.find((one) => KINDS[one].test(type));
  if (kind === undefined) return [];
  const text = await response.text();
  const ofCardNetwork = kind === 'script' && CARD_NETWORK.test(text);
  const [gzip, brotli] = [await bytesOf(url, 'gzip'), await bytesOf(url, 'br')];
  if (kind !== 'document') return [{ kind, gzip, brotli, ofCardNetwork }];
  const styles = weighOwnStyles(text);
  return [{ kind, gzip: gzip - styles.gzip, brotli: brotli - styles.brotli, ofCardNetwork }, styles];
}

function sums(sent: readonly Sent[], encoding: 'gzip' | 'brotli'): Record<Kind, number> {
  const total: Record<Kind, number> = { document: 0, script: 0, style: 0, font: 0, image: 0 };
  for (const file of sent) total[file.kind] += file[encoding];
  return total;
}

export async function weigh(browser: Browser, url: string): Promise<Weight> {
  const { origin } = new URL(url);
  const files = await filesOf(browser, url);
  const elsewhere = files.filter((file) => /^https?:/.test(file) && new URL(file).origin !== origin);
  const own = files.filter((file) => file.startsWith(`${origin}/`));
  const sent = (await Promise.all(own.map(weighFile))).flat();
  return {
    gzip: sums(sent, 'gzip'),
    brotli: sums(sent, 'brotli'),
    scripts: sent.filter(({ kind }) => kind === 'script').length,
    cardNetworkFiles:
      sent.filter(({ ofCardNetwork }) => ofCardNetwork).length +
      elsewhere.filter((file) => /(^|\.)stripe\.com$/.test(new URL(file).hostname)).length,
    elsewhere,
  };
}
