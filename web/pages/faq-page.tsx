import { Faq, MoreQuestions } from '#web/features/content/faq.tsx';
import { toFailure } from '#web/lib/errors.ts';
import { trpc } from '#web/lib/trpc.ts';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { Page, PageHeader } from '#web/ui/page/page-header.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';

export function FaqPage() {
  const faq = trpc.content.faq.useQuery(undefined, { staleTime: 300_000 });
  return (
    <Page>
      <PageHeader title="Questions and answers">
        What people ask us about the card, the plans, and their memberships.
      </PageHeader>
      {faq.isPending ? <Skeleton heights={['3.25rem', '6rem', '24rem']} /> : null}
      {faq.isError ? (
        <ErrorBox message={toFailure(faq.error).message} onRetry={() => void faq.refetch()} />
      ) : null}
      {faq.data ? <Faq sections={faq.data.sections} /> : null}
      <MoreQuestions />
    </Page>
  );
}
