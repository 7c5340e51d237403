import { describe, expect, test } from 'vitest';
import * as house from './house-rules.ts';
import * as imports from './imports.ts';
import { readSource } from './source-files.ts';

// Each rule of the house, shown to object to what it is there to object to.

const read = (sources: Record<string, string>) =>
  Object.entries(sources).map(([path, text]) => readSource(path, text));

const PURE = ['server/lib/**', 'server/**/*.schema.ts'];

describe('what is read of a file', () => {
  test('imports of every form, with what is gone at run time', () => {
    const text = `
      import type { A } from './a.ts';
      import { type B } from '#db/b.ts';
      import c from 'c';
      export * from '../d.ts';
      export type { E } from './e.ts';
      const f = await import('./f.ts');
      type G = import('./g.ts').G;
    `;
    const found = readSource('server/x/y.ts', text).imports.map(({ target, typeOnly }) => [target, typeOnly]);
    expect(found).toEqual([
      ['server/x/a.ts', true],
      ['db/b.ts', false],
      ['c', false],
      ['server/d.ts', false],
      ['server/x/e.ts', true],
      ['server/x/f.ts', false],
      ['server/x/g.ts', true],
    ]);
  });

  test('a file that does not parse is an error, not a file without imports', () => {
    expect(() => readSource('server/x.ts', 'import {')).toThrow('server/x.ts');
  });
});

describe('rooms', () => {
  const rules: imports.RoomRule[] = [
    { files: ['web/**'], except: ['web/lib/trpc.ts'], values: ['web/**', ...PURE] },
    { files: ['web/lib/trpc.ts'], values: ['web/**'], types: ['server/router.ts'] },
  ];

  test('web takes schemas and server/lib, and nothing else of the server, not even a type', () => {
    const files = read({
      'web/good.ts': `import { a } from '#server/x/a.schema.ts'; import { b } from '#server/lib/b.ts';`,
      'web/bad.ts': `import { c } from '#server/x/c.service.ts';`,
      'web/bad-type.ts': `import type { AppRouter } from '#server/router.ts';`,
    });
    const objections = imports.roomViolations(files, rules);
    expect(objections).toHaveLength(2);
    expect(objections[0]).toMatch(/^web\/bad\.ts takes server\/x\/c\.service\.ts:/);
    expect(objections[1]).toMatch(/^web\/bad-type\.ts takes server\/router\.ts:/);
  });

  test('what is offered as a type is not to be had as a value', () => {
    const asType = read({ 'web/lib/trpc.ts': `import type { AppRouter } from '#server/router.ts';` });
    const asValue = read({ 'web/lib/trpc.ts': `import { appRouter } from '#server/router.ts';` });
    expect(imports.roomViolations(asType, rules)).toEqual([]);
    expect(imports.roomViolations(asValue, rules)).toHaveLength(1);
  });
});

describe('domains', () => {
  const rules: imports.DomainRules = {
    folder: 'server',
    domains: ['catalog', 'checkout'],
    slots: ['repository', 'service', 'router'],
    root: 'server/router.ts',
    offered: ['server/**/*.service.ts', ...PURE],
    except: ['tests/**'],
  };
  const objections = (path: string, target: string, type = '') =>
    imports.domainViolations(read({ [path]: `import ${type} { x } from '#${target}';` }), rules);

  test.each([
    [
      'a higher domain’s service from a lower one’s',
      'server/checkout/a.service.ts',
      'server/catalog/b.service.ts',
    ],
    ['another domain’s schema', 'server/checkout/a.schema.ts', 'server/catalog/b.schema.ts'],
    ['a service its repository', 'server/catalog/a.service.ts', 'server/catalog/a.repository.ts'],
    ['a router its service', 'server/catalog/a.router.ts', 'server/catalog/a.service.ts'],
    ['a router another one of its domain', 'server/catalog/a.router.ts', 'server/catalog/b.router.ts'],
    ['a test everything', 'tests/server/a.test.ts', 'server/catalog/a.repository.ts'],
    ['the root all routers', 'server/router.ts', 'server/checkout/a.router.ts'],
    ['a job a service', 'server/jobs/a.ts', 'server/checkout/a.service.ts'],
  ])('%s', (_name, path, target) => {
    expect(objections(path, target)).toEqual([]);
  });

  test.each([
    [
      'a lower domain from a higher one',
      'server/catalog/a.service.ts',
      'server/checkout/b.service.ts',
      'after',
    ],
    [
      'another domain’s repository',
      'server/checkout/a.service.ts',
      'server/catalog/b.repository.ts',
      'own domain',
    ],
    ['another domain’s other files', 'server/checkout/a.service.ts', 'server/catalog/b.ts', 'not offered'],
    ['a repository its service', 'server/catalog/a.repository.ts', 'server/catalog/a.service.ts', 'below'],
    ['a service a router', 'server/catalog/a.service.ts', 'server/catalog/a.router.ts', 'below'],
    [
      'another domain’s router',
      'server/checkout/a.router.ts',
      'server/catalog/a.router.ts',
      'only server/router.ts',
    ],
    ['a job a router', 'server/jobs/a.ts', 'server/catalog/a.router.ts', 'only server/router.ts'],
    [
      'a schema a router',
      'server/catalog/a.schema.ts',
      'server/catalog/a.router.ts',
      'only server/router.ts',
    ],
    ['a job a repository', 'server/jobs/a.ts', 'server/checkout/a.repository.ts', 'own domain'],
    ['the gateway a repository', 'gateway/a.ts', 'server/checkout/a.repository.ts', 'own domain'],
  ])('not %s', (_name, path, target, reason) => {
    expect(objections(path, target)).toEqual([expect.stringContaining(reason)]);
  });

  test('a type of another domain may be named, but for a later domain’s and a router’s', () => {
    expect(objections('server/checkout/a.ts', 'server/catalog/b.ts', 'type')).toEqual([]);
    expect(objections('server/checkout/a.ts', 'server/catalog/b.repository.ts', 'type')).toEqual([]);
    expect(objections('server/checkout/a.ts', 'server/catalog/b.router.ts', 'type')).toHaveLength(1);
    expect(objections('server/catalog/a.ts', 'server/checkout/b.ts', 'type')).toHaveLength(1);
  });
});

describe('packages, specifiers, cycles', () => {
  const rules: imports.PackageRule[] = [
    { packages: ['kysely', 'kysely/**'], files: ['db/**', 'server/**/*.repository.ts'] },
    { packages: ['node:*', 'node:*/*'], files: ['server/**'], except: ['server/lib/**'] },
  ];

  test('values of a package only where it belongs; its types anywhere', () => {
    const files = read({
      'server/a.repository.ts': `import { sql } from 'kysely';`,
      'server/a.service.ts': `import { sql } from 'kysely';`,
      'server/b.service.ts': `import type { Kysely } from 'kysely'; import { readFile } from 'node:fs/promises';`,
      'server/lib/c.ts': `import { randomUUID } from 'node:crypto';`,
      'web/d.ts': `import { join } from 'node:path';`,
      'web/e.ts': `import { readFile } from 'node:fs/promises';`,
    });
    expect(imports.packageViolations(files, rules).map((text) => text.split(' ')[0])).toEqual([
      'server/a.service.ts',
      'server/lib/c.ts',
      'web/d.ts',
      'web/e.ts',
    ]);
  });

  test('another folder by its alias, always with the ending', () => {
    const files = read({
      'server/a.ts': `import '#db/x.ts'; import './b.ts';`,
      'server/c.ts': `import '../db/x.ts';`,
      'server/d.ts': `import './b';`,
    });
    expect(imports.specifierViolations(files)).toEqual([
      'server/c.ts takes db/x.ts: another folder is named by its alias',
      'server/d.ts takes server/b: without the ending',
    ]);
  });

  test('a cycle is found once, whoever begins it', () => {
    const files = read({
      'db/a.ts': `import './b.ts';`,
      'db/b.ts': `import type { C } from './c.ts';`,
      'db/c.ts': `import './b.ts'; import './d.ts';`,
      'db/d.ts': '',
    });
    expect(imports.importCycles(files)).toEqual(['db/b.ts > db/c.ts > db/b.ts']);
  });
});

describe('the house', () => {
  test('length, without counting the last line’s end', () => {
    const lines = (count: number) => 'x;\n'.repeat(count);
    expect(house.tooLong(read({ 'db/a.ts': lines(300) }), 300)).toEqual([]);
    expect(house.tooLong(read({ 'db/a.ts': lines(301) }), 300)).toEqual(['db/a.ts: 301 lines']);
  });

  test('names', () => {
    const named = [{ files: 'db/migrations/*', name: /^\d{8}T\d{4}-.*\.ts$/ }];
    const good = ['web/a-b/card.module.css', 'server/x/a.schema.ts', 'db/migrations/20260101T0000-x.ts'];
    const bad = [
      'web/Card.tsx',
      'web/someThing.ts',
      'web/Pages/a.ts',
      'web/a_b.ts',
      'db/migrations/first.ts',
    ];
    expect(house.misnamed([...good, ...bad], named)).toEqual(bad);
  });

  test('barrels', () => {
    const files = read({
      'web/index.ts': '',
      'web/a.ts': `export { b } from './b.ts';`,
      'web/c.ts': `export * from './b.ts';`,
      'web/d.ts': `import { b } from './b.ts'; export const d = b;`,
    });
    expect(house.barrels(files)).toEqual([
      'web/index.ts',
      `web/a.ts: export { b } from './b.ts';`,
      `web/c.ts: export * from './b.ts';`,
    ]);
  });

  test('default exports', () => {
    const files = read({ 'web/a.ts': 'export default 1;', 'web/vite.config.ts': 'export default {};' });
    expect(house.defaultExports(files, ['**/*.config.ts'])).toEqual(['web/a.ts']);
  });

  test.each([
    ['process.env.PORT', true],
    [`process['env'].PORT`, true],
    ['globalThis.process.env', true],
    ['const { env } = process', true],
    [`import { env } from 'node:process'`, true],
    ['process.exit(1)', false],
    ['const { argv } = process', false],
    ['context.env.PORT', false],
  ])('who reads the environment: %s', (text, reads) => {
    const files = read({ 'server/a.ts': text, 'server/config/config.ts': text });
    expect(house.environmentReaders(files, ['server/config/config.ts'])).toEqual(
      reads ? ['server/a.ts'] : [],
    );
  });

  test.each([
    ['x as any', true],
    ['x as Thing', true],
    ['<Thing>x', true],
    ['x!.y', true],
    ['// @ts-ignore\nx', true],
    ['/* biome-ignore lint: because */ x', true],
    ['[1] as const', false],
    ['x satisfies Thing', false],
  ])('what silences the compiler or the linter: %s', (text, silences) => {
    expect(house.silenced(read({ 'server/a.ts': text })).length > 0).toBe(silences);
  });
});
