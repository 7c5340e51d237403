import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { mayReachBrowser, serverModuleGuard } from '#web/build-plugins/server-module-guard.ts';
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

describe('[DESIGN 3] what of the server may reach a browser', () => {
  test.each([
    'server/lib/money.ts',
    'server/catalog/price.shared.ts',
    'server/affiliates/commission-rule.shared.ts',
    'server/stores/category.shared.ts',
    'server/stores/search/search-rules.shared.ts',
    'server/accounts/account.schema.ts',
    'server/site/pages.shared.ts',
    'node_modules/react/index.js',
  ])('%s may', (file) => {
    expect(mayReachBrowser(join(root, file))).toBe(true);
  });

  test.each([
    'server/config/config.ts',
    'server/catalog/plan.repository.ts',
    'server/catalog/plan.service.ts',
    'server/stores/search/search-area.ts',
    'server/lib.ts',
    'db/client.ts',
    'gateway/errors.ts',
  ])('%s may not', (file) => {
    expect(mayReachBrowser(join(root, file))).toBe(false);
  });

  test('the build stops, and names the file', async () => {
    await expect(bundle('server/catalog/plan.service.ts')).rejects.toThrow(
      /server\/catalog\/plan\.service\.ts must not reach the browser/,
    );
    expect(JSON.stringify(await bundle('server/lib/money.ts'))).toContain('centsToDollars');
  });
});

describe('[DESIGN 8] the built site', () => {
  let files: Map<string, Rolldown.OutputChunk | Rolldown.OutputAsset>;

  beforeAll(async () => {
    // The tests' own mode would build React for development.
    vi.stubEnv('NODE_ENV', 'production');
    const built = await build({
      ...config,
      configFile: false,
      logLevel: 'silent',
      build: { ...config.build, write: false },
    });
    const outputs = 'output' in built ? built.output : [];
    files = new Map(outputs.map((file) => [file.fileName, file]));
  });

  const chunks = () => [...files.values()].filter((file) => file.type === 'chunk');

  function gzipped(names: Iterable<string>): number {
    return [...names].reduce((sum, name) => {
      const file = files.get(name);
      const content = file?.type === 'chunk' ? file.code : (file?.source ?? '');
      return sum + gzipSync(content, { level: 9 }).length;
    }, 0);
  }

  /** The script of a page with everything that it takes at once, and the styles of these. */
  function firstView(page: string) {
    const scripts = new Set<string>();
    const styles = new Set<string>();
    const take = (chunk: Rolldown.OutputChunk | undefined) => {
      if (chunk === undefined || scripts.has(chunk.fileName)) return;
      scripts.add(chunk.fileName);
      for (const name of chunk.viteMetadata?.importedCss ?? []) styles.add(name);
      for (const name of chunk.imports) take(chunks().find((other) => other.fileName === name));
    };
    take(chunks().find((chunk) => chunk.isEntry));
    take(chunks().find((chunk) => chunk.facadeModuleId?.endsWith(`web/pages/${page}`)));
    return { pages: scripts.size, script: gzipped(scripts), style: gzipped(styles) };
  }

  test.each([
    'home-page.tsx',
    'pricing-page.tsx',
    'business-plans-page.tsx',
    'savings-page.tsx',
    'verify-card-page.tsx',
  ])('first view of %s', (page) => {
    const { pages, script, style } = firstView(page);
    expect(pages).toBeGreaterThan(1);
    expect(script).toBeLessThanOrEqual(130_000);
    expect(style).toBeLessThanOrEqual(20_000);
  });

  test('runs no inline script and inlines no file, as the content security policy asks', () => {
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

  test('[issue 6] the card’s page has all its files without a signal, and the worker keeps nothing else', () => {
    const worker = files.get('service-worker.js');
    const code = worker?.type === 'asset' ? String(worker.source) : '';
    const listed: unknown = JSON.parse(/const FILES = (\[.*?\]);/.exec(code)?.[1] ?? '[]');
    const kept = new Set(Array.isArray(listed) ? listed.map(String) : []);
    expect([...kept].filter((name) => !files.has(name.slice(1)))).toEqual([]);
    const takes = chunks().filter(({ fileName }) => kept.has(`/${fileName}`));
    const pages = takes.filter(({ facadeModuleId }) => facadeModuleId?.includes('/web/pages/'));
    expect(pages.map(({ facadeModuleId }) => facadeModuleId?.split('/').at(-1))).toEqual(['user-page.tsx']);
    // What a kept script takes, and its styles, are kept too.
    const taken = takes.flatMap(({ imports, viteMetadata }) => [
      ...imports,
      ...(viteMetadata?.importedCss ?? []),
    ]);
    expect(taken.filter((name) => !kept.has(`/${name}`))).toEqual([]);
    // The code is drawn without a signal as well.
    expect(takes.some(({ moduleIds }) => moduleIds.some((id) => /node_modules\/qrcode\//.test(id)))).toBe(
      true,
    );
    expect(code).not.toMatch(/__[A-Z]+__|\/trpc|\/api/);
  });

  test('keeps the card network’s code out of every first view', () => {
    const carriers = chunks().filter((chunk) =>
      chunk.moduleIds.some((id) => /@stripe|features\/payments/.test(id)),
    );
    expect(carriers.length).toBeGreaterThan(0);
    expect(carriers.filter((chunk) => chunk.isEntry)).toEqual([]);
  });
});
