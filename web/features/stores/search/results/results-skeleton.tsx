import { PAGE_SIZE } from '#server/domains/stores/search/search-rules.shared.ts';
import { Skeleton } from '#web/ui/page/skeleton.tsx';

/** About the height of a result. */
const ROW_HEIGHT = '10rem';

export function ResultsSkeleton() {
  return <Skeleton heights={['4.5rem', ...Array.from({ length: PAGE_SIZE }, () => ROW_HEIGHT)]} />;
}
