import { glob, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import * as fileRules from './helpers/architecture/file-rules.ts';
import * as imports from './helpers/architecture/imports.ts';
import { sourceFiles } from './helpers/architecture/source-files.ts';

// The architecture as data: where files live and what each folder may import.

const TOP = ['package.json', 'package-lock.json', 'tsconfig.json', 'biome.json', 'README.md'];
const FOLDERS = ['server', 'web', 'gateway', 'db', 'tests'];

/** From the lowest to the highest: each takes from those before it. */
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
  'viewer',
];

const TESTS = 'tests/**';
/** What the web groups by who it is for rather than by a domain of the server. */
const WEB_ONLY = ['home', 'company'];
/** Server folders below the domains, from the lowest to the highest. */
const FOUNDATIONS = ['lib', 'config', 'integrations', 'media', 'mails', 'jobs', 'rate-limits'];
/** Server folders above the domains: no domain imports them. */
const ENTRY_FOLDERS = ['http', 'site', 'startup', 'cli', 'demo'];
const SERVER_ROOMS = [...FOUNDATIONS, ...ENTRY_FOLDERS];

/** The only imports that run upward: types of a domain in `server/deps.ts` and `server/context.ts`. */
const UPWARD_TYPES = [
  'server/accounts/sessions/session.schema.ts',
  'server/accounts/sessions/session.ts',
  'server/accounts/signed-token.ts',
  'server/affiliates/tax-forms/field-cipher.ts',
];
const inFolders = (folders: readonly string[]) => folders.map((folder) => `server/${folder}/**`);

/** Runs anywhere, the browser included: imports zod and its like alone. */
const PURE = ['server/lib/**', 'server/**/*.schema.ts', 'server/**/*.shared.ts'];

/** Addresses for links, which every layer may build. */
const PAGES = 'server/site/pages.shared.ts';

const MAY_TAKE: imports.RoomRule[] = [
  { files: ['db/**'], values: ['db/**'] },
  { files: PURE, values: PURE },
  {
    files: ['server/integrations/**'],
    values: ['server/integrations/**', ...PURE],
    types: ['server/config/config.ts'],
  },
  {
    files: ['server/**'],
    except: ['server/app.ts', 'server/main.ts'],
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
      'server/**/*.service.ts',
      ...PURE,
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
      'db/**',
    ],
    types: ['server/deps.ts', 'server/context.ts'],
  },
  {
    files: ['server/{errors,deps,context,trpc}.ts'],
    values: [...inFolders(FOUNDATIONS), 'server/{errors,deps,context}.ts', 'db/**'],
    types: UPWARD_TYPES,
  },
  { files: ['web/**'], except: ['web/lib/trpc.ts'], values: ['web/**', ...PURE] },
  { files: ['web/lib/trpc.ts'], values: ['web/**', ...PURE], types: ['server/router.ts'] },
];

const DOMAIN_RULES: imports.DomainRules = {
  folder: 'server',
  domains: DOMAINS,
  slots: ['repository', 'service', 'router'],
  root: 'server/router.ts',
  offered: ['server/**/*.service.ts', 'server/**/*-errors.ts', ...PURE],
  except: [TESTS],
};

const WEB_BUILD = ['web/build.ts', 'web/{vite,render}.config.ts', 'web/build-plugins/**'];

/** SQL stays in repositories, a provider's library behind its integration, Node out of the browser. */
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
  // What signs a pass holds its thread for a while: it belongs into one of its own.
  { packages: ['passkit-generator'], files: ['server/integrations/apple-wallet/pass-worker.ts'] },
  { packages: ['node-forge'], files: ['server/integrations/apple-wallet/stand-in-certificates.ts', TESTS] },
  { packages: ['pg-boss'], files: ['server/jobs/**', TESTS] },
  // A second copy of graphql turns every error into an unexpected one: graphql-yoga hands on the right one.
  // One file reads documents with the schema; it stands or falls with every test of the gateway.
  { packages: ['graphql', 'graphql/**'], files: ['gateway/graphql/variable-types.ts', TESTS] },
  { packages: ['graphql-yoga'], files: ['gateway/**', TESTS] },
  { packages: ['react', 'react-dom', 'react-dom/**', '@mantine/**'], files: ['web/**', TESTS] },
  {
    packages: ['node:*', 'node:*/*', 'fastify', '@fastify/**'],
    files: ['server/**', 'gateway/**', 'db/**', ...WEB_BUILD, TESTS],
    except: PURE,
  },
];

// The build tells Vite and React which of their two builds to take; the card network's stand-in looks for itself
// whether it is in production, whatever it was told.
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
/** Tables that their folder is named for, not lists of re-exports. */
const INDEX_FILES = ['server/checkout/kinds/index.ts'];
const LINES = 300;
const NAMES = [{ files: 'db/migrations/*', name: /^\d{8}T\d{4}-[a-z0-9]+(?:-[a-z0-9]+)*\.ts$/ }];

const root = join(import.meta.dirname, '..');
const files = await sourceFiles(root, FOLDERS);
const paths = files.map(({ path }) => path);

async function names(pattern: string): Promise<string[]> {
  const found: string[] = [];
  for await (const path of glob(pattern, { cwd: root })) found.push(path.split('/').at(-1) ?? '');
  return found.map((name) => name.replace(/\.tsx?$/, ''));
}

describe('[architecture] imports', () => {
  test('each folder imports only from the folders it may', () => {
    expect(imports.roomViolations(files, MAY_TAKE)).toEqual([]);
  });

  test('domains in their order, through services; a router from services, a service from repositories', () => {
    expect(imports.domainViolations(files, DOMAIN_RULES)).toEqual([]);
  });

  test('each package is imported only where it belongs', () => {
    expect(imports.packageViolations(files, PACKAGES)).toEqual([]);
  });

  test('no cycles', () => {
    expect(imports.importCycles(files)).toEqual([]);
  });

  test('aliases between folders, relative paths within one, always with the ending', () => {
    expect(imports.specifierViolations(files)).toEqual([]);
  });

  test('the environment is read in one place', () => {
    expect(fileRules.environmentReaders(files, ENVIRONMENT_READERS)).toEqual([]);
  });
});

describe('[DESIGN 3] files', () => {
  test(`none longer than ${LINES} lines`, () => {
    expect(fileRules.tooLong(files, LINES)).toEqual([]);
  });

  test('kebab-case names; migrations begin with their time', () => {
    expect(fileRules.misnamed(paths, NAMES)).toEqual([]);
  });

  test('no barrels', () => {
    expect(fileRules.barrels(files, INDEX_FILES)).toEqual([]);
  });

  test('no default exports but where a tool insists', () => {
    expect(fileRules.defaultExports(files, DEFAULT_EXPORTS)).toEqual([]);
  });

  test('nothing silences the compiler or the linter', () => {
    expect(fileRules.silenced(files)).toEqual([]);
  });

  test('the same domain words in every folder', async () => {
    const serverFolders = (await names('server/*/')).filter((name) => !SERVER_ROOMS.includes(name));
    const used = [
      ...serverFolders,
      ...(await names('db/tables/*.ts')),
      ...(await names('gateway/graphql/operations/*.ts')),
      ...(await names('web/features/*/')).filter((name) => !WEB_ONLY.includes(name)),
      ...(await names('tests/server/*/')).filter((name) => !SERVER_ROOMS.includes(name)),
    ];
    expect([...new Set(used)].filter((name) => !DOMAINS.includes(name))).toEqual([]);
  });

  test('nothing new at the top', async () => {
    const ignored = (await readFile(join(root, '.gitignore'), 'utf8')).split('\n');
    const found = (await readdir(root)).filter((name) => !name.startsWith('.'));
    const known = [...TOP, ...FOLDERS, ...ignored.map((line) => line.replace(/^\/|\/$/g, ''))];
    expect(found.filter((name) => !imports.matchesAny(name, known))).toEqual([]);
  });
});

test('the rules name existing files', () => {
  const patterns = MAY_TAKE.flatMap((rule) => [...rule.files, ...rule.values, ...(rule.types ?? [])]);
  const stale = new Set(
    patterns.filter((pattern) => !paths.some((path) => imports.matchesAny(path, [pattern]))),
  );
  expect([...stale]).toEqual([]);
  expect(files.length).toBeGreaterThan(100);
});
