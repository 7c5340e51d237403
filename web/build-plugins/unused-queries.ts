import type { Plugin } from 'vite';

/** Query hooks that the app does not use; tRPC's hooks import all of them. To use one, remove its files here. */
const UNUSED: Record<string, readonly string[]> = {
  'useQueries.js': ['useQueries'],
  'useInfiniteQuery.js': ['useInfiniteQuery'],
  'useSuspenseQuery.js': ['useSuspenseQuery'],
  'useSuspenseQueries.js': ['useSuspenseQueries'],
  'useSuspenseInfiniteQuery.js': ['useSuspenseInfiniteQuery'],
  'usePrefetchQuery.js': ['usePrefetchQuery'],
  'usePrefetchInfiniteQuery.js': ['usePrefetchInfiniteQuery'],
  'infiniteQueryBehavior.js': ['infiniteQueryBehavior', 'hasNextPage', 'hasPreviousPage'],
};

const FILE = /[\\/]@tanstack[\\/](?:query-core|react-query)[\\/]build[\\/]modern[\\/](\w+\.js)$/;

/** Removes 1.8 kB from every first view, which is close to its budget. Calling a removed hook throws. */
export function unusedQueries(): Plugin {
  return {
    name: 'unused-queries',
    apply: 'build',
    load(id) {
      const names = UNUSED[FILE.exec(id)?.[1] ?? ''];
      if (names === undefined) return null;
      const refusal = `function leftOut() { throw new Error('Left out by web/build-plugins/unused-queries.ts'); }`;
      return `${refusal}\nexport { ${names.map((name) => `leftOut as ${name}`).join(', ')} };`;
    },
  };
}
