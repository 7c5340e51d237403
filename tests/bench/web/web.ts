import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser } from '@playwright/test';
import { startProduct } from '#tests/helpers/product.ts';
import type { Bench, Report } from '../support/report.ts';
import { type Interacted, interactOnce } from './act.ts';
import { type Weight, weigh } from './bytes.ts';
import { MARK, milliseconds } from './goals.ts';
import { INTERACTIONS } from './interactions.ts';
import { type Load, loadOnce, probe } from './load.ts';
import { PAGES } from './pages.ts';
import { quickestWork } from './speed.ts';
import { bytesTable, interactionTable, type Loads, loadTable } from './tables.ts';
import { DESKTOP, launchBrowser, SLOW_4G, SLOWER, TELEPHONE } from './telephone.ts';

const ROOT = join(import.meta.dirname, '../../..');

export interface WebOptions {
  runs: number;
  pages: readonly string[];
  interactions: boolean;
}
export const EVERYTHING: WebOptions = { runs: 3, pages: PAGES, interactions: true };

type Acts = Map<string, { path: string; runs: Interacted[] }>;

interface Measured {
  browser: Browser;
  origin: string;
  quickest: number;
}

async function weighAll({ browser, origin }: Measured, pages: readonly string[]) {
  const weights = new Map<string, Weight>();
  for (const path of pages) weights.set(path, await weigh(browser, `${origin}${path}`));
  return weights;
}

/** Round by round, so that a busy minute of the machine spoils one run of many pages, not all runs of one. */
async function loadAll({ browser, origin, quickest }: Measured, { pages, runs }: WebOptions) {
  const loads = new Map<string, { telephone: Load[]; desktop: Load[] }>();
  for (let run = 0; run < runs; run++) {
    for (const path of pages) {
      const of = loads.get(path) ?? { telephone: [], desktop: [] };
      loads.set(path, of);
      const url = `${origin}${path}`;
      of.telephone.push(await loadOnce(browser, TELEPHONE, url, quickest));
      if (run === 0) of.desktop.push(await loadOnce(browser, DESKTOP, url, quickest));
    }
    console.log(`Loaded: round ${run + 1} of ${runs}`);
  }
  return loads;
}

async function interactAll({ browser, origin, quickest }: Measured, runs: number) {
  const acted: Acts = new Map();
  const problems: string[] = [];
  for (let run = 0; run < runs; run++) {
    for (const interaction of INTERACTIONS) {
      const of = acted.get(interaction.name) ?? { path: interaction.path, runs: [] };
      acted.set(interaction.name, of);
      try {
        of.runs.push(await interactOnce(browser, origin, interaction, quickest));
      } catch (error) {
        // Minutes of figures are not thrown away for one label that is called something else now.
        problems.push(`Could not ${interaction.name}: ${error instanceof Error ? error.message : error}`);
      }
    }
    console.log(`Acted: round ${run + 1} of ${runs}`);
  }
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
  for (const [name, { runs: done }] of acted) if (done.length === 0) acted.delete(name);
  return acted;
}

function notes(browser: string, runs: number, seen: { latency: number; throughput: number }): string[] {
  const kilobits = (bytes: number) => `${Math.round((bytes * 8) / 1000)} kbit/s`;
  const { latency, downloadThroughput, uploadThroughput } = SLOW_4G;
  return [
    `Medians of ${runs} runs, each in a browser of its own with an empty cache, in brackets the least and the most; ` +
      'CLS is the worst run. The pages take turns.',
    'Slow 4G as Lighthouse and DevTools have it: 150 ms there and back, 1.6 Mbit/s down, 750 kbit/s up, times 3.75 and ' +
      `0.9 for an emulation by request: each waits ${latency} ms, all share ${kilobits(downloadThroughput)} down and ` +
      `${kilobits(uploadThroughput)} up (Network.emulateNetworkConditions). It holds on loopback too: a small answer ` +
      `began after ${milliseconds(seen.latency)} ms, the font came at ${kilobits(seen.throughput)} with its wait.`,
    `Processor slowed ${SLOWER} times (Emulation.setCPUThrottlingRate). 'CPU ×' is what that came to: the time of a ` +
      'fixed piece of work against the quickest without the emulation. More than that is what others took of the ' +
      "machine, and 'load' is its load average: a figure made under more than 4 or 5 is too high.",
    'A telephone of 390 by 844 points, at 1280 one run on a desktop as slow. LCP, CLS (windows of 5 s) and events are the ' +
      "browser's own entries; 'blocked' is what tasks took beyond 50 ms each.",
    "'event' is the longest of an interaction's events from the finger to the next paint, in steps of 8 ms; 'task' the longest task " +
      "until all was there; 'there after' has the network in it. The first time nothing of it is fetched, again all is there.",
    'Bytes are all that is asked for until nothing more is, without scrolling, as the started product sends them, ' +
      'styles within the document counted as CSS; Stripe files: its own, and ours that need it.',
    `By ${browser}.`,
  ];
}

async function measure(measured: Measured, description: string, options: WebOptions): Promise<Report> {
  const weights = await weighAll(measured, options.pages);
  const loads: ReadonlyMap<string, Loads> = await loadAll(measured, options);
  const acted: Acts = options.interactions ? await interactAll(measured, options.runs) : new Map();
  const judged = [
    bytesTable(weights),
    loadTable(loads),
    ...(acted.size > 0 ? [interactionTable(acted)] : []),
  ];
  const sum = (of: 'goals' | 'missed') => judged.reduce((total, table) => total + table[of], 0);
  const seen = await probe(measured.browser, `${measured.origin}/`);
  return {
    title: `Web: a stranger on a telephone; ${sum('missed')} of ${sum('goals')} goals missed (${MARK})`,
    tables: judged.map(({ table }) => table),
    notes: notes(description, options.runs, seen),
  };
}

/** Builds the site, starts the product and looks at it as a stranger does, on a slow telephone. */
export async function webReport(options: WebOptions): Promise<Report> {
  await promisify(execFile)(process.execPath, ['web/build.ts'], { cwd: ROOT });
  const product = await startProduct();
  const { browser, description } = await launchBrowser();
  try {
    const quickest = await quickestWork(browser);
    return await measure({ browser, origin: product.url, quickest }, description, options);
  } finally {
    await browser.close();
    await product.stop();
  }
}

export const webBench: Bench = { name: 'web', run: () => webReport(EVERYTHING) };
