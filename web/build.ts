import { createHash } from 'node:crypto';
import { glob, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const projectRoot = fileURLToPath(new URL('..', import.meta.url));
const webOutput = path.join(projectRoot, 'dist/web');
const renderOutput = path.join(projectRoot, 'dist/render');
const STAMP_FILE = '.built-from';

const SOURCES = [
  'web/**/*',
  'server/**/*.{schema,shared}.ts',
  'server/lib/**/*.ts',
  'package.json',
  'package-lock.json',
];
const COMPRESSIBLE = /\.(js|css|html|svg|json|txt)$/;

async function listFiles(patterns: string[], cwd: string): Promise<string[]> {
  const files = new Set<string>();
  for await (const entry of glob(patterns, { cwd, withFileTypes: true })) {
    if (entry.isFile()) files.add(path.join(entry.parentPath, entry.name));
  }
  return [...files].sort();
}

/** Hashes file names too, so that a moved or deleted file counts as a change. */
async function hashSources(): Promise<string> {
  const hash = createHash('sha256');
  for (const file of await listFiles(SOURCES, projectRoot)) {
    hash
      .update(`${path.relative(projectRoot, file)}\0`)
      .update(await readFile(file))
      .update('\0');
  }
  return hash.digest('hex');
}

async function readBuiltHash(): Promise<string | undefined> {
  return readFile(path.join(webOutput, STAMP_FILE), 'utf8').catch(() => undefined);
}

const brotli = promisify(brotliCompress);
const gz = promisify(gzip);

/** Compresses files at build time, so that the server doesn't compress each response. */
async function compressFolder(folder: string): Promise<void> {
  const files = (await listFiles(['**/*'], folder)).filter((file) => COMPRESSIBLE.test(file));
  await Promise.all(
    files.map(async (file) => {
      const content = await readFile(file);
      const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
      await writeFile(`${file}.br`, await brotli(content, { params }));
      await writeFile(`${file}.gz`, await gz(content, { level: 9 }));
    }),
  );
}

async function buildInto(folders: { web: string; render: string }): Promise<void> {
  // Vite is slow to load, and most starts have nothing to build.
  const [{ build }, { default: site }, { default: renderer }] = await Promise.all([
    import('vite'),
    import('./vite.config.ts'),
    import('./render.config.ts'),
  ]);
  const commonOptions = { configFile: false, logLevel: 'warn' } as const;
  await Promise.all([
    build({ ...site, ...commonOptions, build: { ...site.build, outDir: folders.web } }),
    build({ ...renderer, ...commonOptions, build: { ...renderer.build, outDir: folders.render } }),
  ]);
}

async function replaceFolder(folder: string, newFolder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await rename(newFolder, folder);
}

async function main(): Promise<void> {
  const hash = await hashSources();
  if (!process.argv.includes('--force') && (await readBuiltHash()) === hash) {
    console.log('web: up to date');
    return;
  }
  const startedAt = performance.now();
  // Otherwise Vite and React would use their development builds.
  process.env.NODE_ENV = 'production';
  // Build into temporary folders, so that an interrupted build leaves the old one in place.
  const newFolders = { web: `${webOutput}-${process.pid}`, render: `${renderOutput}-${process.pid}` };
  try {
    await buildInto(newFolders);
    await compressFolder(newFolders.web);
    await writeFile(path.join(newFolders.web, STAMP_FILE), hash);
    await replaceFolder(renderOutput, newFolders.render);
    // Replace this folder last, because its stamp marks the build as complete.
    await replaceFolder(webOutput, newFolders.web);
  } finally {
    await Promise.all(
      Object.values(newFolders).map((folder) => rm(folder, { recursive: true, force: true })),
    );
  }
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`web: built in ${seconds} s into ${path.relative(projectRoot, webOutput)}`);
}

await main().catch((error: unknown) => {
  console.error(`web: the build failed: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
});
