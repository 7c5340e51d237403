import { lazy, Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';
import { usePreloadWhenIdle } from '#web/lib/preload-when-idle.ts';
import { parseSignupRole, type SignupParameter } from './signup-roles.ts';

const loadModal = () => import('./affiliate-modal.tsx');
const AffiliateModal = lazy(async () => ({ default: (await loadModal()).AffiliateModal }));

interface AffiliateModalSlotProps {
  closePath: string;
  /**
   * The URL parameter that names the role: `?type=rep|friend|influencer` or
   * `?signup=influencer|loyalty|educator`.
   */
  parameter: SignupParameter;
}

/**
 * Shows the signup modal when the URL requests it. Loads its code when the page is idle, or when the modal
 * opens.
 */
export function AffiliateModalSlot({ closePath, parameter }: AffiliateModalSlotProps) {
  usePreloadWhenIdle(loadModal);
  const [params] = useSearchParams();
  const roleParam = params.get(parameter);
  const requestedRole = parseSignupRole(parameter, roleParam);
  // While the modal closes, the URL no longer has the role.
  const [shownSignup, setShownSignup] = useState(
    requestedRole === null || roleParam === null ? null : { role: requestedRole, roleParam },
  );
  if (requestedRole !== null && roleParam !== null && shownSignup?.role !== requestedRole)
    setShownSignup({ role: requestedRole, roleParam });
  if (shownSignup === null) return null;
  return (
    <Suspense fallback={null}>
      <AffiliateModal
        role={shownSignup.role}
        opened={requestedRole !== null}
        closePath={closePath}
        search={`?${parameter}=${shownSignup.roleParam}`}
      />
    </Suspense>
  );
}
