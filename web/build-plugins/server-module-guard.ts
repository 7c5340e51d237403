import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const projectRoot = fileURLToPath(new URL('../..', import.meta.url));
const serverPath = /^(server|db|gateway)\//;
const sharedWithBrowser = [/^server\/.+\.(schema|shared)\.ts$/, /^server\/lib\/.+\.ts$/];

export function isAllowedInBrowser(file: string): boolean {
  const relative = path.relative(projectRoot, file).split(path.sep).join('/');
  return !serverPath.test(relative) || sharedWithBrowser.some((allowed) => allowed.test(relative));
}

/** Fails the build if a bundle of web code would contain a server module that isn't shared with the browser. */
export function serverModuleGuard(): Plugin {
  return {
    name: 'server-module-guard',
    enforce: 'pre',
    load(id) {
      const file = id.split('?')[0] ?? id;
      if (!isAllowedInBrowser(file))
        this.error(`${path.relative(projectRoot, file)} must not reach the browser`);
      return null;
    },
  };
}
