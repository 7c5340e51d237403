import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findChromium } from '#tests/helpers/chromium.ts';
import { startProduct } from '#tests/helpers/product.ts';
import { PRODUCT_DATA } from './product-data.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..', '..', '..');

/** Builds the site if it is outdated, and prepares the data folder that each worker's product copies. */
export default async function setup(): Promise<() => Promise<void>> {
  console.log(`Browser: ${(await findChromium()).description}.`);
  await run(process.execPath, ['web/build.ts'], { cwd: root });
  const folder = await mkdtemp(join(tmpdir(), 'everything-card-journeys-'));
  const runningApp = await startProduct({ DATA_DIR: folder });
  await runningApp.stop();
  // The workers inherit this environment.
  process.env[PRODUCT_DATA] = folder;
  return () => rm(folder, { recursive: true, force: true });
}
