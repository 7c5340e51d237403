import type { Plugin } from 'vite';

/**
 * Kinds of query that nothing here asks for, and that come along all the same, because tRPC's hooks name every one of
 * them. Whoever comes to need one takes its files off this list.
 */
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

/** Leaves them out of the build: 2 kB of every first view. A use of one fails and says why. */
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
