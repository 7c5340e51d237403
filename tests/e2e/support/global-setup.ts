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

/**
 * Once before all journeys: builds the site (a build that is up to date is kept) and lets a product make its
 * data, so that each worker's product starts on a copy. Returns what tidies up.
 */
export default async function setup(): Promise<() => Promise<void>> {
  console.log(`Browser: ${(await findChromium()).description}.`);
  await run(process.execPath, ['web/build.ts'], { cwd: root });
  const folder = await mkdtemp(join(tmpdir(), 'everything-card-journeys-'));
  const product = await startProduct({ DATA_DIR: folder });
  await product.stop();
  // What is set here reaches the workers.
  process.env[PRODUCT_DATA] = folder;
  return () => rm(folder, { recursive: true, force: true });
}
