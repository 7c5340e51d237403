import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { TEST_TIME_ZONE } from './helpers/database/postgres-server.ts';

const root = join(import.meta.dirname, '..');

// For the servers that tests start: what Node compiled once is not compiled again. As `npm start` has it.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules', '.cache', 'compiled');

/** No test counts with a time that a loaded machine of two cores could miss. */
const TEST_MS = 20_000;
const HOOK_MS = 60_000;

// Imports by alias (`#server/…`) are resolved from package.json, as Node does it.
export default defineConfig({
  root,
  plugins: [react()],
  // The module that Node itself chooses: the libraries' graphql and ours must be one.
  resolve: { alias: [{ find: /^graphql$/, replacement: join(root, 'node_modules/graphql/index.mjs') }] },
  test: {
    globalSetup: ['tests/helpers/global-setup.ts'],
    // A process per file and two at a time: embedded databases and password hashes are what takes the time.
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: TEST_MS,
    hookTimeout: HOOK_MS,
    teardownTimeout: HOOK_MS,
    injectCjsGlobals: false,
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    // Where the computers of users and servers stand must make no difference.
    env: { TZ: TEST_TIME_ZONE },
    css: { include: [/\.css$/], modules: { classNameStrategy: 'non-scoped' } },
    expect: { requireAssertions: true },
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          environment: 'node',
          include: ['tests/{server,gateway,db,helpers}/**/*.test.ts', 'tests/*.test.ts'],
          setupFiles: ['tests/helpers/console.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'web',
          environment: 'jsdom',
          include: ['tests/web/**/*.test.{ts,tsx}'],
          setupFiles: ['tests/helpers/console.ts', 'tests/helpers/jsdom.ts'],
        },
      },
    ],
  },
});
