import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser } from '@playwright/test';
import { startProduct } from '#tests/helpers/product.ts';
import type { Bench, Report } from '../support/report.ts';
import { measureFixedWork } from './cpu-speed.ts';
import { formatMilliseconds, MISSED_MARK } from './goals.ts';
import { INTERACTIONS } from './interactions.ts';
import { type InteractionRun, interactOnce } from './measure-interaction.ts';
import { type Load, loadOnce, measureNetwork } from './measure-load.ts';
import { measureBytes, type PageBytes } from './page-bytes.ts';
import { PAGES, planVisits, type Visit } from './pages.ts';
import { CPU_SLOWDOWN, DESKTOP, launchBrowser, PHONE, SLOW_4G } from './slow-page.ts';
import { bytesTable, interactionTable, type Loads, loadTable } from './tables.ts';

const ROOT = join(import.meta.dirname, '../../..');

export interface WebOptions {
  runs: number;
  pages: readonly string[];
  interactions: boolean;
}
export const DEFAULT_OPTIONS: WebOptions = { runs: 3, pages: PAGES, interactions: true };

type InteractionResults = Map<string, { path: string; runs: InteractionRun[] }>;

interface WebResults {
  browser: Browser;
  origin: string;
  baselineMs: number;
}

type Visits = ReadonlyMap<string, Visit>;

async function measureAllBytes({ browser }: WebResults, visits: Visits) {
  const pageBytes = new Map<string, PageBytes>();
  for (const [path, visit] of visits) pageBytes.set(path, await measureBytes(browser, visit));
  return pageBytes;
}

/**
 * Loads the pages in rounds, so that a busy minute affects one run of each page, not all runs of one page.
 */
async function loadAll({ browser, baselineMs }: WebResults, visits: Visits, runs: number) {
  const loads = new Map<string, { phone: Load[]; desktop: Load[] }>();
  for (let run = 0; run < runs; run++) {
    for (const [path, visit] of visits) {
      const pageLoads = loads.get(path) ?? { phone: [], desktop: [] };
      loads.set(path, pageLoads);
      pageLoads.phone.push(await loadOnce(browser, PHONE, visit, baselineMs));
      if (run === 0) pageLoads.desktop.push(await loadOnce(browser, DESKTOP, visit, baselineMs));
    }
    console.log(`Loaded: round ${run + 1} of ${runs}`);
  }
  return loads;
}

async function interactAll({ browser, origin, baselineMs }: WebResults, runs: number) {
  const interactionResults: InteractionResults = new Map();
  const problems: string[] = [];
  for (let run = 0; run < runs; run++) {
    for (const interaction of INTERACTIONS) {
      const result = interactionResults.get(interaction.name) ?? { path: interaction.path, runs: [] };
      interactionResults.set(interaction.name, result);
      try {
        result.runs.push(await interactOnce(browser, origin, interaction, baselineMs));
      } catch (error) {
        // Keep the other results if one interaction fails, for example because a label changed.
        problems.push(`Could not ${interaction.name}: ${error instanceof Error ? error.message : error}`);
      }
    }
    console.log(`Interactions: round ${run + 1} of ${runs}`);
  }
  for (const failureMessage of problems) console.error(failureMessage);
  if (problems.length > 0) process.exitCode = 1;
  for (const [name, { runs: completedRuns }] of interactionResults)
    if (completedRuns.length === 0) interactionResults.delete(name);
  return interactionResults;
}

function createNotes(
  browser: string,
  runs: number,
  network: { latencyMs: number; bytesPerSecond: number },
): string[] {
  const kilobits = (bytes: number) => `${Math.round((bytes * 8) / 1000)} kbit/s`;
  const { latency, downloadThroughput, uploadThroughput } = SLOW_4G;
  return [
    `Medians of ${runs} interleaved runs, each with an empty cache, with the minimum and maximum in parentheses; ` +
      'CLS is the worst run.',
    'Slow 4G as in Lighthouse and DevTools: 150 ms round trip, 1.6 Mbit/s down, 750 kbit/s up, times 3.75 and ' +
      `0.9 because requests are delayed, not packets: each waits ${latency} ms, all share ${kilobits(downloadThroughput)} down and ` +
      `${kilobits(uploadThroughput)} up (Network.emulateNetworkConditions). Measured: a small response ` +
      `began after ${formatMilliseconds(network.latencyMs)} ms, the font loaded at ${kilobits(network.bytesPerSecond)} including latency.`,
    `Processor slowed ${CPU_SLOWDOWN} times (Emulation.setCPUThrottlingRate). 'CPU ×' is the measured slowdown of a fixed ` +
      'piece of work; a higher value means that other programs used the processor. ' +
      "'load' is the load average: results under a load of more than 4 or 5 are too high.",
    'The phone has 390 by 844 points; the desktop is 1280 wide, equally slow, and runs once. LCP, CLS and events are ' +
      "the browser's entries; 'blocked' is the part of each task beyond 50 ms.",
    "'event' is the longest event of an interaction from input to the next paint, in steps of 8 ms; 'task' is the longest " +
      "task until the result is shown; 'shown after' includes the network. When repeated, everything is loaded.",
    'Bytes are all files loaded without scrolling, as the product sends them. JavaScript and CSS are what the document names, ' +
      'without which the page can’t be hydrated; JS and CSS later are what the page then loads on its own. Inline styles ' +
      'count as CSS. Stripe files are those from Stripe and ours that need them.',
    `Measured with ${browser}.`,
  ];
}

async function measure(measured: WebResults, description: string, options: WebOptions): Promise<Report> {
  const visits = await planVisits(measured.origin, options.pages);
  const pageBytes = await measureAllBytes(measured, visits);
  const loads: ReadonlyMap<string, Loads> = await loadAll(measured, visits, options.runs);
  const interactionResults: InteractionResults = options.interactions
    ? await interactAll(measured, options.runs)
    : new Map();
  const goalTables = [
    bytesTable(pageBytes),
    loadTable(loads),
    ...(interactionResults.size > 0 ? [interactionTable(interactionResults)] : []),
  ];
  const sum = (field: 'goalCount' | 'missedCount') =>
    goalTables.reduce((total, table) => total + table[field], 0);
  const network = await measureNetwork(measured.browser, `${measured.origin}/`);
  return {
    title: `Web: a new visitor on a phone; ${sum('missedCount')} of ${sum('goalCount')} goals missed (${MISSED_MARK})`,
    tables: goalTables.map(({ table }) => table),
    notes: createNotes(description, options.runs, network),
  };
}

/** Builds the site, starts the product, and measures it as a new visitor on a slow phone. */
export async function webReport(options: WebOptions): Promise<Report> {
  await promisify(execFile)(process.execPath, ['web/build.ts'], { cwd: ROOT });
  const product = await startProduct();
  const { browser, description } = await launchBrowser();
  try {
    const baselineMs = await measureFixedWork(browser);
    return await measure({ browser, origin: product.url, baselineMs }, description, options);
  } finally {
    await browser.close();
    await product.stop();
  }
}

export const webBench: Bench = { name: 'web', run: () => webReport(DEFAULT_OPTIONS) };
