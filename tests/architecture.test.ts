import { glob, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import * as fileRules from './helpers/architecture/file-rules.ts';
import * as imports from './helpers/architecture/imports.ts';
import { sourceFiles } from './helpers/architecture/source-files.ts';

// The architecture as data: where files may be, and what each folder may import.

const ROOT_FILES = ['package.json', 'package-lock.json', 'tsconfig.json', 'biome.json', 'README.md'];
const FOLDERS = ['server', 'web', 'gateway', 'db', 'tests'];

/** From lowest to highest. Each domain may import only from those before it. */
const DOMAINS = [
  'addresses',
  'content',
  'catalog',
  'accounts',
  'stores',
  'ledger',
  'payments',
  'memberships',
  'business-plans',
  'affiliates',
  'webinar',
  'checkout',
  'billing',
  'reconciliation',
  'viewer',
  'personal-data',
  'staff',
];

const TESTS = 'tests/**';
/** Web features that don't correspond to a domain of the server. */
const WEB_ONLY = ['home', 'company'];
/** Server folders below the domains. Each may import from those before it. */
const FOUNDATIONS = ['lib', 'config', 'monitoring', 'integrations', 'media', 'mails', 'jobs', 'rate-limits'];
/** Server folders above the domains. Domains may import only PAGES from them. */
const ENTRY_FOLDERS = ['http', 'site', 'startup', 'cli', 'demo', 'deploy'];
const NON_DOMAIN_FOLDERS = [...FOUNDATIONS, ...ENTRY_FOLDERS];

/** Domain files from which errors.ts, deps.ts, context.ts, and trpc.ts in `server/` may import types. */
const UPWARD_TYPES = [
  'server/accounts/access/signed-token.ts',
  'server/accounts/sessions/session.schema.ts',
  'server/accounts/sessions/session.ts',
  'server/affiliates/tax-forms/field-cipher.ts',
  'server/stores/figures/figure-counts.ts',
];
const inFolders = (folders: readonly string[]) => folders.map((folder) => `server/${folder}/**`);

/** Files that may also run in the browser, so they must not import Node or other server code. */
const BROWSER_SAFE = ['server/lib/**', 'server/**/*.schema.ts', 'server/**/*.shared.ts'];

/** Contains the pages' URLs. Every layer may import it. */
const PAGES = 'server/site/pages.shared.ts';

const IMPORT_RULES: imports.ImportRule[] = [
  { files: ['db/**'], values: ['db/**'] },
  { files: BROWSER_SAFE, values: BROWSER_SAFE },
  {
    files: ['server/integrations/**'],
    values: ['server/integrations/**', ...BROWSER_SAFE],
    types: ['server/config/config.ts'],
  },
  {
    files: ['server/**'],
    exceptions: ['server/app.ts', 'server/main.ts'],
    values: ['server/**', 'db/**'],
  },
  { files: ['server/app.ts', 'server/main.ts'], values: ['server/**', 'db/**', 'gateway/**'] },
  {
    files: ['gateway/**'],
    values: [
      'gateway/**',
      'server/router.ts',
      'server/trpc.ts',
      'server/errors.ts',
      'server/http/**',
      'server/monitoring/metrics.ts',
      'server/**/*.service.ts',
      ...BROWSER_SAFE,
    ],
    types: ['server/deps.ts', 'server/context.ts', 'server/config/config.ts'],
  },
  ...FOUNDATIONS.map((folder, at) => ({
    files: [`server/${folder}/**`],
    values: [...inFolders(FOUNDATIONS.slice(0, at + 1)), PAGES, 'server/errors.ts', 'db/**'],
    types: ['server/deps.ts'],
  })),
  {
    files: inFolders(DOMAINS),
    values: [
      ...inFolders([...FOUNDATIONS, ...DOMAINS]),
      PAGES,
      'server/errors.ts',
      'server/trpc.ts',
      'server/hash-json.ts',
      'server/take-turns.ts',
      'db/**',
    ],
    types: ['server/deps.ts', 'server/context.ts'],
  },
  {
    files: ['server/{errors,deps,context,trpc}.ts'],
    values: [...inFolders(FOUNDATIONS), 'server/{errors,deps,context}.ts', 'db/**'],
    types: UPWARD_TYPES,
  },
  { files: ['web/**'], exceptions: ['web/lib/trpc.ts'], values: ['web/**', ...BROWSER_SAFE] },
  { files: ['web/lib/trpc.ts'], values: ['web/**', ...BROWSER_SAFE], types: ['server/router.ts'] },
];

const DOMAIN_RULES: imports.DomainRules = {
  folder: 'server',
  domains: DOMAINS,
  slots: ['repository', 'service', 'router'],
  root: 'server/router.ts',
  publicFiles: ['server/**/*.service.ts', 'server/**/*-errors.ts', ...BROWSER_SAFE],
  exceptions: [TESTS],
};

const WEB_BUILD = ['web/build.ts', 'web/{vite,render}.config.ts', 'web/build-plugins/**'];

/** Keeps SQL in repositories, provider libraries in their integrations, and Node out of the browser. */
const PACKAGES: imports.PackageRule[] = [
  { packages: ['kysely', 'kysely/**'], files: ['db/**', 'server/**/*.repository.ts', TESTS] },
  { packages: ['pg', '@electric-sql/**'], files: ['db/**', TESTS] },
  {
    packages: ['stripe', 'stripe/**'],
    files: ['server/integrations/stripe/**', 'server/payments/**', TESTS],
  },
  { packages: ['nodemailer'], files: ['server/integrations/mailer/**', TESTS] },
  { packages: ['lucia', '@node-rs/argon2'], files: ['server/accounts/**', TESTS] },
  { packages: ['@aws-sdk/**'], files: ['server/integrations/files/**', TESTS] },
  {
    packages: ['sharp'],
    files: ['server/media/picture-reader.ts', 'server/cli/draw-pass-pictures.ts', TESTS],
  },
  // Signing a pass blocks its thread, so only the worker may do it.
  { packages: ['passkit-generator'], files: ['server/integrations/apple-wallet/pass-worker.ts'] },
  { packages: ['node-forge'], files: ['server/integrations/apple-wallet/stand-in-certificates.ts', TESTS] },
  // These packages take memory and time to load, so only the tracing module may import them.
  { packages: ['@opentelemetry/**'], files: ['server/monitoring/opentelemetry.ts'] },
  { packages: ['pg-boss'], files: ['server/jobs/**', TESTS] },
  // Import graphql only where necessary. If a second copy is loaded, expected errors are not recognized.
  {
    packages: ['graphql', 'graphql/**'],
    files: ['gateway/graphql/{limits,merge-rule,variable-types}.ts', TESTS],
  },
  { packages: ['graphql-yoga'], files: ['gateway/**', TESTS] },
  { packages: ['react', 'react-dom', 'react-dom/**', '@mantine/**'], files: ['web/**', TESTS] },
  {
    packages: ['node:*', 'node:*/*', 'fastify', '@fastify/**'],
    files: ['server/**', 'gateway/**', 'db/**', ...WEB_BUILD, TESTS],
    exceptions: BROWSER_SAFE,
  },
];

// The build sets NODE_ENV for Vite and React. The Stripe sandbox reads NODE_ENV itself, to refuse to run in
// production.
const ENVIRONMENT_READERS = [
  'server/config/config.ts',
  'web/build.ts',
  'server/integrations/stripe-sandbox/not-in-production.ts',
  TESTS,
];
const DEFAULT_EXPORTS = [
  '**/*.config.ts',
  'tests/e2e/support/global-setup.ts',
  'tests/helpers/suites/*-reporter.ts',
];
/** Allowed because they contain lookup tables, not re-exports. */
const INDEX_FILES = ['server/checkout/kinds/index.ts'];
const MAX_LINES = 300;
const NAME_RULES = [{ files: 'db/migrations/*', name: /^\d{8}T\d{4}-[a-z0-9]+(?:-[a-z0-9]+)*\.ts$/ }];

const root = join(import.meta.dirname, '..');
const files = await sourceFiles(root, FOLDERS);
const paths = files.map(({ path }) => path);

async function baseNames(pattern: string): Promise<string[]> {
  const fileNames: string[] = [];
  for await (const path of glob(pattern, { cwd: root })) fileNames.push(path.split('/').at(-1) ?? '');
  return fileNames.map((name) => name.replace(/\.tsx?$/, ''));
}

describe('[architecture] imports', () => {
  test('each folder imports only from allowed folders', () => {
    expect(imports.importRuleViolations(files, IMPORT_RULES)).toEqual([]);
  });

  test('domains follow the import order and import only services, routers import services, services import repositories', () => {
    expect(imports.domainViolations(files, DOMAIN_RULES)).toEqual([]);
  });

  test('each package is imported only in allowed folders', () => {
    expect(imports.packageViolations(files, PACKAGES)).toEqual([]);
  });

  test('only commands and the staff console repair purchases', () => {
    const allowed = ['server/cli/**', 'server/staff/**', 'server/checkout/repair/**', TESTS];
    const importers = files.filter(
      ({ path, imports: targets }) =>
        !imports.matchesAny(path, allowed) &&
        targets.some(({ target }) => imports.matchesAny(target, ['server/checkout/repair/**'])),
    );
    expect(importers.map(({ path }) => path)).toEqual([]);
  });

  test('there are no import cycles', () => {
    expect(imports.importCycles(files)).toEqual([]);
  });

  test('imports use aliases between folders, relative paths within one, and file extensions', () => {
    expect(imports.specifierViolations(files)).toEqual([]);
  });

  test('only the listed files read environment variables', () => {
    expect(fileRules.environmentReaders(files, ENVIRONMENT_READERS)).toEqual([]);
  });
});

describe('[architecture] files', () => {
  test(`no file has more than ${MAX_LINES} lines`, () => {
    expect(fileRules.tooLongFiles(files, MAX_LINES)).toEqual([]);
  });

  test('file names are kebab-case, and migrations start with a timestamp', () => {
    expect(fileRules.misnamedFiles(paths, NAME_RULES)).toEqual([]);
  });

  test('there are no barrel files', () => {
    expect(fileRules.barrels(files, INDEX_FILES)).toEqual([]);
  });

  test('only files that a tool requires to have a default export have one', () => {
    expect(fileRules.defaultExports(files, DEFAULT_EXPORTS)).toEqual([]);
  });

  test('no comment disables the compiler or the linter', () => {
    expect(fileRules.compilerBypasses(files)).toEqual([]);
  });

  test('every layer uses the same domain names', async () => {
    const serverFolders = (await baseNames('server/*/')).filter((name) => !NON_DOMAIN_FOLDERS.includes(name));
    const usedNouns = [
      ...serverFolders,
      ...(await baseNames('db/tables/*.ts')),
      ...(await baseNames('gateway/graphql/operations/*.ts')),
      ...(await baseNames('web/features/*/')).filter((name) => !WEB_ONLY.includes(name)),
      ...(await baseNames('tests/server/*/')).filter((name) => !NON_DOMAIN_FOLDERS.includes(name)),
    ];
    expect([...new Set(usedNouns)].filter((name) => !DOMAINS.includes(name))).toEqual([]);
  });

  test('the root has only known files and folders', async () => {
    const ignored = (await readFile(join(root, '.gitignore'), 'utf8')).split('\n');
    const entries = (await readdir(root)).filter((name) => !name.startsWith('.'));
    const knownNames = [...ROOT_FILES, ...FOLDERS, ...ignored.map((line) => line.replace(/^\/|\/$/g, ''))];
    expect(entries.filter((name) => !imports.matchesAny(name, knownNames))).toEqual([]);
  });
});

test('every rule matches a file', () => {
  const patterns = IMPORT_RULES.flatMap((rule) => [...rule.files, ...rule.values, ...(rule.types ?? [])]);
  const stalePatterns = new Set(
    patterns.filter((pattern) => !paths.some((path) => imports.matchesAny(path, [pattern]))),
  );
  expect([...stalePatterns]).toEqual([]);
  expect(files.length).toBeGreaterThan(100);
});
