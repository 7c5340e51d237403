import { execFile } from 'node:child_process';
import { access, chmod, constants, glob, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { inflate } from '@sparticuz/chromium';
import { z } from 'zod';
import { cachedFolder } from './database/cached-folder.ts';

const run = promisify(execFile);
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

export interface Browser {
  executablePath: string;
  /** Environment variables to add to the current ones. */
  env: Record<string, string>;
  description: string;
}

async function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}

async function findInstalled(): Promise<string | undefined> {
  const folders = [
    '/usr/bin',
    '/usr/local/bin',
    '/opt/google/chrome',
    ...(process.env.PATH ?? '').split(delimiter),
  ];
  const paths = [
    ...folders.filter(Boolean).flatMap((folder) => NAMES.map((name) => join(folder, name))),
    MAC,
  ];
  for (const path of paths) if (await isExecutable(path)) return path;
  return undefined;
}

/**
 * The package unpacks to fixed paths in TMPDIR, where files of another user may already exist. So point
 * TMPDIR to our own folder while it unpacks.
 */
async function unpack(archives: string[], folder: string): Promise<void> {
  const { TMPDIR } = process.env;
  process.env.TMPDIR = folder;
  try {
    await Promise.all(archives.map((archive) => inflate(archive)));
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
  }
}

async function missingLibraries(executable: string): Promise<boolean> {
  try {
    const { stdout } = await run('ldd', [executable]);
    return stdout.includes('not found');
  } catch {
    return true;
  }
}

async function hasFonts(): Promise<boolean> {
  for await (const _font of glob('/usr/share/fonts/**/*.{ttf,otf,pfb,woff2}')) return true;
  return false;
}

// The package's own fonts.conf points to folders that don't exist on this machine.
const FONTS = `<?xml version="1.0"?>
<fontconfig>
  <dir prefix="relative">fonts</dir>
</fontconfig>
`;

async function unpackPackaged(): Promise<Browser> {
  const bin = join(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '..', 'bin');
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(await readFile(join(bin, '..', 'package.json'), 'utf8')));
  const folder = await cachedFolder('chromium', version, async (draft) => {
    const archives: string[] = [];
    for await (const archive of glob(join(bin, '*.br'))) archives.push(archive);
    await unpack(archives, draft);
    await chmod(join(draft, 'chromium'), 0o755);
    await writeFile(join(draft, 'fonts.conf'), FONTS);
  });
  const executablePath = join(folder, 'chromium');
  const env: Record<string, string> = {};
  if (await missingLibraries(executablePath)) env.LD_LIBRARY_PATH = join(folder, 'al2023', 'lib');
  // A FONTCONFIG_FILE that is already set wins: benchmarks use it to restrict the fallback fonts.
  if (!process.env.FONTCONFIG_FILE && !(await hasFonts())) env.FONTCONFIG_FILE = join(folder, 'fonts.conf');
  return { executablePath, env, description: `Chromium ${version} of the npm package` };
}

/**
 * Finds the browser for tests, benchmarks, and scripts: the one at CHROMIUM_PATH, else an installed Chromium
 * or Chrome, else the npm package's. CHROMIUM_PATH=package selects the npm package's.
 */
export async function findChromium(environment = process.env): Promise<Browser> {
  const configuredPath = environment.CHROMIUM_PATH;
  if (configuredPath === 'package') return unpackPackaged();
  if (configuredPath) {
    if (!(await isExecutable(configuredPath)))
      throw new Error(`CHROMIUM_PATH cannot be used: ${configuredPath} is not an executable`);
    return { executablePath: configuredPath, env: {}, description: configuredPath };
  }
  const path = await findInstalled();
  return path ? { executablePath: path, env: {}, description: path } : unpackPackaged();
}

/**
 * Chromium can't use its sandbox when run as root. The network flags prevent calls to Google, which take
 * seconds when offline.
 */
export const CHROMIUM_ARGS = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-domain-reliability',
  '--no-pings',
];
