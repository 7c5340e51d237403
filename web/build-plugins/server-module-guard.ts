import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const projectRoot = fileURLToPath(new URL('../..', import.meta.url));
const serverSide = /^(server|db|gateway)\//;
const sharedWithBrowser = [
  /^server\/.+\.schema\.ts$/,
  /^server\/lib\/.+\.ts$/,
  /^server\/catalog\/price\.ts$/,
  /^server\/affiliates\/commission-rule\.ts$/,
  /^server\/stores\/(category|search-rules)\.ts$/,
];

/** True where a module of the server may run in the browser: schemas, server/lib and the pure rule files. */
export function mayReachBrowser(file: string): boolean {
  const relative = path.relative(projectRoot, file).split(path.sep).join('/');
  return !serverSide.test(relative) || sharedWithBrowser.some((allowed) => allowed.test(relative));
}

/** Stops the build (and the development server) when server code is about to be sent to visitors. */
export function serverModuleGuard(): Plugin {
  return {
    name: 'server-module-guard',
    enforce: 'pre',
    load(id) {
      const file = id.split('?')[0] ?? id;
      if (!mayReachBrowser(file))
        this.error(`${path.relative(projectRoot, file)} must not reach the browser`);
      return null;
    },
  };
}
