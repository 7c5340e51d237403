import { lazy, Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';
import { askedRole, type SignupParameter } from './signup-roles.ts';

const AffiliateModal = lazy(async () => ({
  default: (await import('./affiliate-modal.tsx')).AffiliateModal,
}));

interface AffiliateModalSlotProps {
  closePath: string;
  /** The URL parameter: `?type=rep|friend|influencer` or `?signup=influencer|loyalty|educator`. */
  parameter: SignupParameter;
}

/** Loads and shows the sign-up modal when the URL asks for it. */
export function AffiliateModalSlot({ closePath, parameter }: AffiliateModalSlotProps) {
  const [params] = useSearchParams();
  const word = params.get(parameter);
  const named = askedRole(parameter, word);
  // Remember the role: the URL drops it while the modal closes.
  const [shown, setShown] = useState(named === null || word === null ? null : { role: named, word });
  if (named !== null && word !== null && shown?.role !== named) setShown({ role: named, word });
  if (shown === null) return null;
  return (
    <Suspense fallback={null}>
      <AffiliateModal
        role={shown.role}
        opened={named !== null}
        closePath={closePath}
        search={`?${parameter}=${shown.word}`}
      />
    </Suspense>
  );
}
