import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Browser, chromium } from '@playwright/test';
import { CHROMIUM_ARGS, findChromium } from '#tests/helpers/chromium.ts';
import { startProduct } from '#tests/helpers/product.ts';
import { rounded } from './support/figures.ts';
import type { Bench, Report } from './support/report.ts';

const ROOT = join(import.meta.dirname, '../..');
const PAGES = ['/', '/pricing', '/savings', '/verify/card'];
/** DESIGN section 8, in bytes. */
const TARGETS = { script: 130_000, style: 20_000 };
const KINDS = { script: /javascript/, style: /css/, font: /font/, image: /image/ };
type Kind = keyof typeof KINDS;

interface Loaded {
  kind: Kind;
  /** Bytes as sent to a client that takes gzip, and to one that takes Brotli. */
  gzip: number;
  brotli: number;
}

/** What a browser with nothing in its cache loads of ours until it asks for nothing more. */
async function filesOf(browser: Browser, url: string): Promise<string[]> {
  const page = await browser.newPage();
  try {
    const files: string[] = [];
    page.on('response', (response) => {
      if (response.ok()) files.push(response.url());
    });
    await page.goto(url, { waitUntil: 'networkidle' });
    return [...new Set(files)];
  } finally {
    await page.close();
  }
}

async function bytesOf(url: string, encoding: string): Promise<number> {
  const response = await fetch(url, { headers: { 'accept-encoding': encoding } });
  const sent = response.headers.get('content-length');
  const body = await response.arrayBuffer();
  return sent === null ? body.byteLength : Number(sent);
}

async function weigh(url: string): Promise<Loaded | undefined> {
  const { headers } = await fetch(url, { method: 'HEAD' });
  const type = headers.get('content-type') ?? '';
  const kinds: Kind[] = ['script', 'style', 'font', 'image'];
  const kind = kinds.find((one) => KINDS[one].test(type));
  return kind && { kind, gzip: await bytesOf(url, 'gzip'), brotli: await bytesOf(url, 'br') };
}

function kilobytes(loaded: Loaded[], kinds: Kind[], encoding: 'gzip' | 'brotli'): string {
  const bytes = loaded
    .filter(({ kind }) => kinds.includes(kind))
    .reduce((sum, one) => sum + one[encoding], 0);
  return rounded(bytes / 1000);
}

function row(path: string, loaded: Loaded[]): string[] {
  const scripts = loaded.filter(({ kind }) => kind === 'script');
  return [
    path,
    kilobytes(loaded, ['script'], 'gzip'),
    kilobytes(loaded, ['style'], 'gzip'),
    String(scripts.length),
    kilobytes(loaded, ['script'], 'brotli'),
    kilobytes(loaded, ['style'], 'brotli'),
    kilobytes(loaded, ['font', 'image'], 'gzip'),
  ];
}

async function run(): Promise<Report> {
  await promisify(execFile)(process.execPath, ['web/build.ts'], { cwd: ROOT });
  const { executablePath, env, description } = await findChromium();
  const product = await startProduct();
  const browser = await chromium.launch({
    executablePath,
    args: CHROMIUM_ARGS,
    env: { ...process.env, ...env },
  });
  try {
    const rows: string[][] = [];
    for (const path of PAGES) {
      const files = await filesOf(browser, `${product.url}${path}`);
      const loaded = await Promise.all(files.filter((file) => file.startsWith(product.url)).map(weigh));
      rows.push(
        row(
          path,
          loaded.filter((one) => one !== undefined),
        ),
      );
    }
    return {
      title: 'Web: what a browser loads at first view, in kB',
      tables: [
        {
          columns: ['page', 'JavaScript', 'CSS', 'scripts', 'JS Brotli', 'CSS Brotli', 'fonts, images'],
          rows: [
            ...rows,
            ['goal', String(TARGETS.script / 1000), String(TARGETS.style / 1000), '', '', '', ''],
          ],
        },
      ],
      notes: [
        'Everything asked for until the network is idle, with an empty cache; gzip where nothing else is said.',
        `By ${description}.`,
      ],
    };
  } finally {
    await browser.close();
    await product.stop();
  }
}

export const webBench: Bench = { name: 'web', run };
