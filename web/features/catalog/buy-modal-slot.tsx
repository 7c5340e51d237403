import { lazy, Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { PlanSlug } from '#server/site/pages.shared.ts';
import { planSlugOf } from './use-consumer-plans.ts';

const BuyModal = lazy(async () => ({ default: (await import('./buy-modal.tsx')).BuyModal }));

interface BuyModalSlotProps {
  beneath: string;
  /** On a plan's own page, which a mail's link opens with the key of a purchase (`?complete=…`). */
  pagePlan?: PlanSlug;
}

/** The buy modal where the address asks for it (`?plan=family`); nothing of it is fetched before that. */
export function BuyModalSlot({ beneath, pagePlan }: BuyModalSlotProps) {
  const [params] = useSearchParams();
  const named = planSlugOf(params.get('plan'));
  const slug = named ?? (params.has('complete') ? (pagePlan ?? null) : null);
  const [asked, setAsked] = useState(slug !== null);
  if (slug !== null && !asked) setAsked(true);
  if (!asked) return null;
  return (
    <Suspense fallback={null}>
      <BuyModal slug={slug} beneath={beneath} />
    </Suspense>
  );
}
