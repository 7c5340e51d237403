import { lazy, Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';
import { parseSignupRole, type SignupParameter } from './signup-roles.ts';

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
  const roleParam = params.get(parameter);
  const requestedRole = parseSignupRole(parameter, roleParam);
  // Remember the role: the URL drops it while the modal closes.
  const [shownSignup, setShownSignup] = useState(
    requestedRole === null || roleParam === null ? null : { role: requestedRole, word: roleParam },
  );
  if (requestedRole !== null && roleParam !== null && shownSignup?.role !== requestedRole)
    setShownSignup({ role: requestedRole, word: roleParam });
  if (shownSignup === null) return null;
  return (
    <Suspense fallback={null}>
      <AffiliateModal
        role={shownSignup.role}
        opened={requestedRole !== null}
        closePath={closePath}
        search={`?${parameter}=${shownSignup.word}`}
      />
    </Suspense>
  );
}
