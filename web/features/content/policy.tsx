import type { PolicyType } from '#server/domains/content/content.schema.ts';
import { toFailure } from '#web/lib/errors.ts';
import { trpc } from '#web/lib/trpc.ts';
import { useInnerLinks } from '#web/lib/use-inner-links.ts';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { PublishedText } from '#web/ui/published-text.tsx';

export function Policy({ type }: { type: PolicyType }) {
  const text = useInnerLinks();
  const policy = trpc.content.policy.useQuery({ type }, { staleTime: 300_000 });
  return (
    <>
      {policy.isPending ? <Skeleton heights={['1.5rem', '8rem', '12rem', '12rem']} /> : null}
      {policy.isError ? (
        <ErrorBox message={toFailure(policy.error).message} onRetry={() => void policy.refetch()} />
      ) : null}
      <div ref={text}>
        {policy.data ? <PublishedText html={policy.data.html} publishedAt={policy.data.publishedAt} /> : null}
      </div>
    </>
  );
}
