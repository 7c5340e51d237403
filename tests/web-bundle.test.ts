import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { findPageFiles } from '#server/app/site/web-build.ts';
import {
  isIndexed,
  type PageName,
  pageModule,
  pageUnder,
  renderedPageNames,
} from '#server/lib/pages.shared.ts';
import { classNames } from '#web/build-plugins/class-names.ts';
import { isAllowedInBrowser, serverModuleGuard } from '#web/build-plugins/server-module-guard.ts';
import config from '#web/vite.config.ts';

const root = join(import.meta.dirname, '..');
function bundle(file: string) {
  return build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [serverModuleGuard()],
    build: { write: false, lib: { entry: join(root, file), formats: ['es'] } },
  });
}

describe('[architecture] the browser bundle', () => {
  test.each([
    'server/lib/money.ts',
    'server/domains/catalog/price.shared.ts',
    'server/domains/affiliates/commissions/commission-rule.shared.ts',
    'server/domains/stores/category.shared.ts',
    'server/domains/stores/search/search-rules.shared.ts',
    'server/domains/accounts/account.schema.ts',
    'server/lib/pages.shared.ts',
    'node_modules/react/index.js',
  ])('can contain %s', (file) => {
    expect(isAllowedInBrowser(join(root, file))).toBe(true);
  });

  test.each([
    'server/platform/config/config.ts',
    'server/domains/catalog/plan.repository.ts',
    'server/domains/catalog/plan.service.ts',
    'server/domains/stores/search/search-area.ts',
    'server/lib.ts',
    'db/client.ts',
    'gateway/errors.ts',
  ])('cannot contain %s', (file) => {
    expect(isAllowedInBrowser(join(root, file))).toBe(false);
  });

  test('fails to build with a forbidden file, and the error contains the file’s path', async () => {
    await expect(bundle('server/domains/catalog/plan.service.ts')).rejects.toThrow(
      /server\/domains\/catalog\/plan\.service\.ts must not reach the browser/,
    );
    expect(JSON.stringify(await bundle('server/lib/money.ts'))).toContain('centsToDollars');
  });

  test('contains only the class names it uses, and fails to build with one that doesn’t exist', async () => {
    const entry = join(root, 'web/entry.ts');
    const load = (id: string, name: string) =>
      id === entry
        ? `import layout from '#web/ui/styles/layout.module.css';\nexport const used = layout.${name};`
        : null;
    const buildUse = (name: string) =>
      build({
        root,
        configFile: false,
        logLevel: 'silent',
        plugins: [
          { name: 'entry', resolveId: (id) => (id === entry ? id : null), load: (id) => load(id, name) },
          classNames(),
        ],
        build: { write: false, lib: { entry, formats: ['es'] } },
      });
    const builds = [await buildUse('column')].flat();
    const outputs = builds.flatMap((result) => ('output' in result ? result.output : []));
    const code = outputs.map((file) => (file.type === 'chunk' ? file.code : '')).join('\n');
    expect(code).toMatch(/_column_\w+/);
    expect(code).not.toContain('_touchLinks_');
    await expect(buildUse('nope')).rejects.toThrow('nope');
  });
});

describe('the built site', () => {
  let files: Map<string, Rolldown.OutputChunk | Rolldown.OutputAsset>;

  beforeAll(async () => {
    // Without this, the build would use React's development version.
    vi.stubEnv('NODE_ENV', 'production');
    const buildOutput = await build({
      ...config,
      configFile: false,
      logLevel: 'silent',
      build: { ...config.build, write: false },
    });
    const outputs = 'output' in buildOutput ? buildOutput.output : [];
    files = new Map(outputs.map((file) => [file.fileName, file]));
  });

  const chunks = () => [...files.values()].filter((file) => file.type === 'chunk');

  test('has the rules of every class name in its scripts', () => {
    const styles = [...files.values()].flatMap((file) =>
      file.type === 'asset' && file.fileName.endsWith('.css') ? [String(file.source)] : [],
    );
    const listNames = (text: string) => new Set(text.match(/_[a-zA-Z]\w*?_[\da-z]{5}_\d+/g));
    const styledNames = listNames(styles.join('\n'));
    const usedNames = listNames(
      chunks()
        .map(({ code }) => code)
        .join('\n'),
    );
    expect(usedNames.size).toBeGreaterThan(500);
    expect([...usedNames].filter((name) => !styledNames.has(name))).toEqual([]);
  });

  /** Returns the total size in bytes. */
  function gzipped(names: Iterable<string>): number {
    return [...names].reduce((sum, name) => {
      const file = files.get(name);
      const content = file?.type === 'chunk' ? file.code : (file?.source ?? '');
      return sum + gzipSync(content, { level: 9 }).length;
    }, 0);
  }

  /**
   * Measures the scripts and styles that hydrating a page needs: the entry's, the page chunk's, and their
   * static imports'. Chunks that the page loads later don't count.
   */
  function measureFirstView(page: PageName) {
    const scripts = new Set<string>();
    const styles = new Set<string>();
    const take = (chunk: Rolldown.OutputChunk | undefined) => {
      if (chunk === undefined || scripts.has(chunk.fileName)) return;
      scripts.add(chunk.fileName);
      for (const name of chunk.viteMetadata?.importedCss ?? []) styles.add(name);
      for (const name of chunk.imports) take(chunks().find((other) => other.fileName === name));
    };
    take(chunks().find((chunk) => chunk.isEntry));
    take(chunks().find((chunk) => chunk.facadeModuleId?.endsWith(`web/${pageModule(pageUnder(page))}`)));
    return { scriptCount: scripts.size, script: gzipped(scripts), style: gzipped(styles) };
  }

  const openPages = renderedPageNames.filter(isIndexed);
  test.each([...openPages, 'verifyCard'] as const)(
    'for the first view of %s loads at most 130 kB of JavaScript and 20 kB of styles',
    (page) => {
      const { scriptCount, script, style } = measureFirstView(page);
      expect(scriptCount).toBeGreaterThan(1);
      expect(script).toBeLessThanOrEqual(130_000);
      expect(style).toBeLessThanOrEqual(20_000);
    },
  );

  test('has the chunk of every rendered page in its manifest', () => {
    const manifest = files.get('manifest.json');
    const pageFiles = findPageFiles(JSON.parse(String(manifest?.type === 'asset' && manifest.source)));
    expect(Object.keys(pageFiles)).toEqual(renderedPageNames);
    for (const { scripts } of Object.values(pageFiles)) expect(scripts).not.toEqual([]);
  });

  test('has no inline scripts or files, because the content security policy forbids them', () => {
    const page = files.get('index.html');
    const html = page?.type === 'asset' ? String(page.source) : '';
    expect(html).toContain('<div id="root">');
    expect([...html.matchAll(/<script\b[^>]*>/g)].every(([tag]) => tag.includes('src='))).toBe(true);
    expect(html).not.toMatch(/\son\w+=/);
    for (const file of files.values()) {
      if (file.type === 'asset' && file.fileName.endsWith('.css'))
        expect(String(file.source)).not.toMatch(/url\(["']?data:/);
    }
  });

  test('caches exactly the files of the card’s page for offline use', () => {
    const worker = files.get('service-worker.js');
    const code = worker?.type === 'asset' ? String(worker.source) : '';
    const fileList: unknown = JSON.parse(/const FILES = (\[.*?\]);/.exec(code)?.[1] ?? '[]');
    const cachedPaths = new Set(Array.isArray(fileList) ? fileList.map(String) : []);
    expect([...cachedPaths].filter((name) => !files.has(name.slice(1)))).toEqual([]);
    const cachedChunks = chunks().filter(({ fileName }) => cachedPaths.has(`/${fileName}`));
    const pages = cachedChunks.filter(({ facadeModuleId }) => facadeModuleId?.includes('/web/pages/'));
    expect(pages.map(({ facadeModuleId }) => facadeModuleId?.split('/').at(-1))).toEqual(['user-page.tsx']);
    const requiredFiles = cachedChunks.flatMap(({ imports, viteMetadata }) => [
      ...imports,
      ...(viteMetadata?.importedCss ?? []),
    ]);
    expect(requiredFiles.filter((name) => !cachedPaths.has(`/${name}`))).toEqual([]);
    // This module draws the card's QR code.
    expect(cachedChunks.some(({ moduleIds }) => moduleIds.some((id) => /node_modules\/qr\//.test(id)))).toBe(
      true,
    );
    expect(code).not.toMatch(/__[A-Z]+__|\/trpc|\/api/);
  });

  test('loads Stripe’s code in no first view', () => {
    const stripeChunks = chunks().filter((chunk) =>
      chunk.moduleIds.some((id) => /@stripe|features\/payments/.test(id)),
    );
    expect(stripeChunks.length).toBeGreaterThan(0);
    expect(stripeChunks.filter((chunk) => chunk.isEntry)).toEqual([]);
  });
});
