import type { Plugin } from 'vite';

/** tRPC refers to these hooks of React Query, so they would be in the first view although no page uses them. */
const UNUSED_HOOKS = [
  'usePrefetchInfiniteQuery',
  'useQueries',
  'useSuspenseInfiniteQuery',
  'useSuspenseQueries',
  'useSuspenseQuery',
];

const MODULE_ID = '\0used-query-hooks';
const isTrpc = (file: string) => /[\\/]@trpc[\\/]react-query[\\/]/.test(file);
const usage = new RegExp(`\\.(${UNUSED_HOOKS.join('|')})\\(`);

/** Leaves hooks of React Query that no page uses out of the bundle. Fails the build if a page uses one. */
export function unusedQueryHooks(): Plugin {
  return {
    name: 'unused-query-hooks',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source, importer = '') =>
      source === '@tanstack/react-query' && isTrpc(importer) ? MODULE_ID : null,
    load: (id) =>
      id === MODULE_ID
        ? [
            "export * from '@tanstack/react-query';",
            ...UNUSED_HOOKS.map((hook) => `export const ${hook} = undefined;`),
          ].join('\n')
        : null,
    transform(code, id) {
      const [, hook] = (id.includes('node_modules') ? null : usage.exec(code)) ?? [];
      if (hook !== undefined)
        this.error(`${hook} is in UNUSED_HOOKS of web/build-plugins/unused-query-hooks.ts`);
      return null;
    },
  };
}
