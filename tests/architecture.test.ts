import { glob, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import * as fileRules from './helpers/architecture/file-rules.ts';
import * as imports from './helpers/architecture/imports.ts';
import { sourceFiles } from './helpers/architecture/source-files.ts';

// The architecture as data: where files may be, and what each folder may import.

const ROOT_FILES = ['package.json', 'package-lock.json', 'tsconfig.json', 'biome.json', 'README.md'];
const FOLDERS = ['server', 'web', 'gateway', 'db', 'tests'];

/** The rooms of `server/`, from lowest to highest. Each may import only from itself and those before it. */
const ROOMS = ['lib', 'platform', 'domains', 'staff', 'app'];

/** The folders of `server/platform`, from lowest to highest. Each may import only from those before it. */
const PLATFORM = 'config security monitoring integrations media mails jobs rate-limits'.split(' ');

/** The folders of `server/domains`, from lowest to highest. Each may import only from those before it. */
const DOMAINS = [
  ...'ledger content addresses catalog accounts webinar payments stores affiliates'.split(' '),
  ...'memberships business-plans reconciliation personal-data checkout viewer billing'.split(' '),
];

/** The layers of `web/`, from lowest to highest. Each may import only from itself and those before it. */
const WEB_LAYERS = ['lib', 'ui', 'features', 'layouts', 'pages'];

/** The folders of `web/features`, from lowest to highest. Each may import only from those before it. */
const FEATURES = [
  ...'accounts content payments webinar catalog stores checkout'.split(' '),
  ...'memberships affiliates billing business-plans company home staff'.split(' '),
];

const TESTS = 'tests/**';
/** Reads the places from `db/places` when the web app is built. */
const MAP_BUILD = 'web/build-plugins/us-map.ts';
/** Web features that don't correspond to a domain of the server. */
const WEB_ONLY = ['home', 'company'];
/** Folders of `tests/server` that test other rooms than the domains. */
const OTHER_TESTS = [...ROOMS, ...PLATFORM, 'http', 'site', 'startup', 'cli', 'demo', 'deploy'];

/** Domain types that the platform names: at most two. */
const UPWARD_TYPES = [
  'server/domains/stores/figures/figure-counts.ts',
  'server/domains/checkout/purchase/kind.ts',
];

/** Files that may also run in the browser, so they must not import Node or other server code. */
const BROWSER_SAFE = ['server/lib/**', 'server/**/*.schema.ts', 'server/**/*.shared.ts'];

/** The parts of the app that start the sandbox or control it. */
const APP_PARTS = ['server/app/{app,open-deps}.ts', 'server/app/cli/{sandbox,dispatch-command}.ts'];

/** Runs every kind of purchase. Kinds, receipts, and repairs stand on it; the app hands it the table of kinds. */
const PURCHASE_ENGINE = 'server/domains/checkout/purchase/**';
const REPAIRS = 'server/domains/checkout/repair/**';
const PURCHASE_KINDS = 'server/domains/checkout/kinds/index.ts';

const inRoom = (room: string) => `server/${room}/**`;
const inPlatform = (folder: string) => `server/platform/${folder}/**`;
const inDomain = (domain: string) => `server/domains/${domain}/**`;
const inLayer = (layer: string) => `web/${layer}/**`;
const inFeature = (feature: string) => `web/features/${feature}/**`;

const IMPORT_RULES: imports.ImportRule[] = [
  { files: ['db/**'], values: ['db/**'] },
  { files: BROWSER_SAFE, values: BROWSER_SAFE },
  ...ROOMS.map((room, at) => ({
    files: [inRoom(room)],
    exceptions: APP_PARTS,
    values: [...ROOMS.slice(0, at + 1).map(inRoom), 'db/**'],
    types: room === 'platform' ? UPWARD_TYPES : [],
  })),
  { files: APP_PARTS, values: [...ROOMS.map(inRoom), 'server/sandbox/**', 'db/**'] },
  {
    files: ['server/sandbox/**'],
    values: ['server/sandbox/**', 'server/platform/integrations/stripe/sandbox-address.ts'],
  },
  { files: ['server/main.ts'], values: ['server/**', 'gateway/**'] },
  ...PLATFORM.map((folder, at) => ({
    files: [inPlatform(folder)],
    values: [...PLATFORM.slice(0, at + 1).map(inPlatform), 'server/lib/**', 'db/**'],
    types: ['server/platform/{deps,context}.ts'],
  })),
  {
    files: [PURCHASE_ENGINE],
    values: [
      PURCHASE_ENGINE,
      ...DOMAINS.filter((domain) => domain !== 'checkout').map(inDomain),
      ...['lib', 'platform'].map(inRoom),
      'db/**',
    ],
  },
  {
    files: ['gateway/**'],
    values: [
      'gateway/**',
      'server/app/router.ts',
      'server/app/http/**',
      'server/platform/trpc.ts',
      'server/platform/{take-turns,monitoring/metrics}.ts',
      'server/**/*.service.ts',
      ...BROWSER_SAFE,
    ],
    types: ['server/platform/{deps,context}.ts', 'server/platform/config/config.ts'],
  },
  { files: ['web/**'], exceptions: ['web/lib/trpc.ts', MAP_BUILD], values: ['web/**', ...BROWSER_SAFE] },
  { files: ['web/lib/trpc.ts'], values: ['web/**', ...BROWSER_SAFE], types: ['server/app/router.ts'] },
  ...WEB_LAYERS.map((layer, at) => ({
    files: [inLayer(layer)],
    exceptions: ['web/lib/trpc.ts'],
    values: [...WEB_LAYERS.slice(0, at + 1).map(inLayer), ...BROWSER_SAFE],
  })),
  ...FEATURES.map((feature, at) => ({
    files: [inFeature(feature)],
    values: [...FEATURES.slice(0, at + 1).map(inFeature), 'web/{lib,ui}/**', ...BROWSER_SAFE],
  })),
];

const DOMAIN_RULES: imports.DomainRules = {
  folders: [...DOMAINS.map((domain) => `server/domains/${domain}`), 'server/staff'],
  slots: ['repository', 'service', 'router'],
  root: 'server/app/router.ts',
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
    files: ['server/platform/integrations/stripe/**', 'server/domains/payments/**', TESTS],
  },
  { packages: ['nodemailer'], files: ['server/platform/integrations/mailer/**', TESTS] },
  {
    packages: ['lucia', '@node-rs/argon2'],
    files: ['server/domains/accounts/**', 'server/platform/security/**', TESTS],
  },
  { packages: ['@aws-sdk/**'], files: ['server/platform/integrations/files/**', TESTS] },
  {
    packages: ['sharp'],
    files: ['server/platform/media/picture-reader.ts', 'server/app/cli/draw-pass-pictures.ts', TESTS],
  },
  // Signing a pass blocks its thread, so only the worker may do it.
  { packages: ['passkit-generator'], files: ['server/platform/integrations/apple-wallet/pass-worker.ts'] },
  {
    packages: ['node-forge'],
    files: ['server/platform/integrations/apple-wallet/stand-in-certificates.ts', TESTS],
  },
  // These packages take memory and time to load, so only the tracing module may import them.
  { packages: ['@opentelemetry/**'], files: ['server/platform/monitoring/opentelemetry.ts'] },
  { packages: ['pg-boss'], files: ['server/platform/jobs/**', TESTS] },
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
  'server/platform/config/config.ts',
  'web/build.ts',
  'server/sandbox/not-in-production.ts',
  TESTS,
];
const DEFAULT_EXPORTS = [
  '**/*.config.ts',
  'tests/e2e/support/global-setup.ts',
  'tests/helpers/suites/*-reporter.ts',
];
/** Allowed because they contain lookup tables, not re-exports. */
const INDEX_FILES = [PURCHASE_KINDS];
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
  test('imports point downward: between rooms, the folders of the platform, and the features of the web app', () => {
    expect(imports.importRuleViolations(files, IMPORT_RULES)).toEqual([]);
    expect(UPWARD_TYPES.length).toBeLessThanOrEqual(2);
  });

  test('`server/` has only its rooms', async () => {
    const rooms = [...ROOMS, 'sandbox', 'deploy', 'main', 'tsconfig'];
    const names = (await baseNames('server/*')).map((name) => name.split('.')[0] ?? '');
    expect(names.filter((name) => !rooms.includes(name) && name !== name.toUpperCase())).toEqual([]);
    expect((await baseNames('server/platform/*/')).filter((name) => !PLATFORM.includes(name))).toEqual([]);
  });

  test('every folder of `web/features` has a place in their order', async () => {
    expect((await baseNames('web/features/*/')).toSorted()).toEqual(FEATURES.toSorted());
  });

  test('domains follow the import order and import only services, routers import services, services import repositories', () => {
    expect(imports.domainViolations(files, DOMAIN_RULES)).toEqual([]);
  });

  test('each package is imported only in allowed folders', () => {
    expect(imports.packageViolations(files, PACKAGES)).toEqual([]);
  });

  test.each([
    ['only the app knows every kind of purchase', PURCHASE_KINDS, ['server/app/open-deps.ts', TESTS]],
    [
      'only commands and the staff console repair purchases',
      REPAIRS,
      ['server/app/cli/**', 'server/staff/**', REPAIRS, TESTS],
    ],
  ])('%s', (_title, pattern, allowed) => {
    const importers = files.filter(
      ({ path, imports: targets }) =>
        !imports.matchesAny(path, allowed) &&
        targets.some(({ target }) => imports.matchesAny(target, [pattern])),
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
    const usedNouns = [
      ...(await baseNames('server/domains/*/')),
      ...(await baseNames('db/tables/*.ts')),
      ...(await baseNames('gateway/graphql/operations/*.ts')),
      ...(await baseNames('web/features/*/')).filter((name) => !WEB_ONLY.includes(name)),
      ...(await baseNames('tests/server/*/')).filter((name) => !OTHER_TESTS.includes(name)),
    ];
    expect([...new Set(usedNouns)].filter((name) => ![...DOMAINS, 'staff'].includes(name))).toEqual([]);
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
