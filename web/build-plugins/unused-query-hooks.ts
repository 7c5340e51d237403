import type { Plugin } from 'vite';

/** tRPC lists these hooks, so the initial bundle would contain them even though no page uses them. */
const UNUSED_HOOKS = [
  'usePrefetchInfiniteQuery',
  'useQueries',
  'useSubscription',
  'useSuspenseInfiniteQuery',
  'useSuspenseQueries',
  'useSuspenseQuery',
];

const HOOKS_MODULE = /[\\/]@trpc[\\/]react-query[\\/]dist[\\/]shared-[^\\/]+\.mjs$/;
const usage = new RegExp(`\\.(${UNUSED_HOOKS.join('|')})\\(`);

/** Keeps the unused hooks out of the bundle. Fails the build if a page uses one. */
export function unusedQueryHooks(): Plugin {
  return {
    name: 'unused-query-hooks',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (HOOKS_MODULE.test(id)) {
        return UNUSED_HOOKS.reduce((rest, hook) => {
          const entry = new RegExp(`\\n\\t\\t${hook}(: ${hook}\\$1)?(?=,?\\n)`);
          if (!entry.test(rest)) this.error(`tRPC’s list of hooks has no ${hook}`);
          return rest.replace(entry, `\n\t\t${hook}: undefined`);
        }, code);
      }
      const [, hook] = (id.includes('node_modules') ? null : usage.exec(code)) ?? [];
      if (hook !== undefined)
        this.error(`${hook} is in UNUSED_HOOKS of web/build-plugins/unused-query-hooks.ts`);
      return null;
    },
  };
}
