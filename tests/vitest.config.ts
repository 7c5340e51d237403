import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { usMap } from '#web/build-plugins/us-map.ts';
import { TEST_TIME_ZONE } from './helpers/database/postgres-server.ts';

const root = join(import.meta.dirname, '..');

// Servers that tests start reuse Node's compile cache, as `npm start` does.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules', '.cache', 'compiled');

/** Generous, so that tests on a loaded two-core machine don't time out. */
const TEST_MS = 180_000;
const POLL_MS = 45_000;
const HOOK_MS = 180_000;

/** Test files that need a process of their own. */
const SERVER_ALONE = [
  // Replaces a module with `vi.mock`.
  'tests/server/accounts/login.test.ts',
  // Reads SVG files, which the server's image reader forbids for the whole process.
  'tests/server/integrations/apple-pass.test.ts',
];
// Replaces a module with `vi.mock`.
const WEB_ALONE = ['tests/web/layouts/broken-parts.test.tsx', 'tests/web/layouts/slow-page.test.tsx'];

/** Tests that start processes, kill them, or build and copy whole databases. */
const SYSTEM_FILES = 'tests/**/*.system.test.ts';

const SERVER = {
  environment: 'node',
  include: ['tests/{server,gateway,db,helpers}/**/*.test.ts', 'tests/*.test.ts'],
  setupFiles: ['tests/helpers/console.ts'],
};
const WEB = {
  environment: 'jsdom',
  include: ['tests/web/**/*.test.{ts,tsx}'],
  setupFiles: ['tests/helpers/console.ts', 'tests/helpers/jsdom.ts'],
};

// Node resolves the aliases (`#server/…`) from package.json.
export default defineConfig({
  root,
  plugins: [react(), usMap()],
  // Node picks this build of graphql for the libraries; our code must import the same module.
  resolve: { alias: [{ find: /^graphql$/, replacement: join(root, 'node_modules/graphql/index.mjs') }] },
  test: {
    globalSetup: ['tests/helpers/global-setup.ts'],
    pool: 'forks',
    // Sized for a two-core CI machine: tests wait a third of their time for the database, timers, and other
    // processes.
    maxWorkers: 3,
    // With more room for new objects, Node collects garbage less often, which saves a tenth of the web tests'
    // time.
    execArgv: ['--max-semi-space-size=64'],
    testTimeout: TEST_MS,
    hookTimeout: HOOK_MS,
    teardownTimeout: HOOK_MS,
    injectCjsGlobals: false,
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    // Results must not depend on the time zone of users or servers.
    env: { TZ: TEST_TIME_ZONE },
    // The style sheets of all files share one document, so class names must be scoped, as in the product.
    css: { include: [/\.css$/], modules: { classNameStrategy: 'scoped' } },
    // A long timeout, because a loaded machine is slow; a condition that holds ends the wait.
    expect: { requireAssertions: true, poll: { timeout: POLL_MS } },
    projects: [
      // Files share a process: loading the server or the app again for each one takes up to twice the CPU
      // time.
      {
        extends: true,
        test: { ...SERVER, name: 'server', exclude: [...SERVER_ALONE, SYSTEM_FILES], isolate: false },
      },
      { extends: true, test: { ...SERVER, name: 'server (own process)', include: SERVER_ALONE } },
      { extends: true, test: { ...SERVER, name: 'system', include: [SYSTEM_FILES], isolate: false } },
      { extends: true, test: { ...WEB, name: 'web', exclude: WEB_ALONE, isolate: false } },
      { extends: true, test: { ...WEB, name: 'web (own process)', include: WEB_ALONE } },
    ],
  },
});
