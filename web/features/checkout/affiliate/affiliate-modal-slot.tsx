import { useSearchParams } from 'react-router';
import { usePreloadWhenIdle } from '#web/lib/preload-when-idle.ts';
import { lazyModal } from '#web/ui/dialogs/lazy-modal.tsx';
import { parseSignupRole, type SignupParameter } from './signup-roles.ts';

const AffiliateModal = lazyModal(async () => (await import('./affiliate-signup.tsx')).AffiliateModal);

interface AffiliateModalSlotProps {
  closePath: string;
  /**
   * The URL parameter that names the role: `?type=rep|friend|influencer` or
   * `?signup=influencer|loyalty|educator`.
   */
  parameter: SignupParameter;
}

/** Shows the signup modal when the URL requests it. */
export function AffiliateModalSlot({ closePath, parameter }: AffiliateModalSlotProps) {
  usePreloadWhenIdle(AffiliateModal.load);
  const [params] = useSearchParams();
  const roleParam = params.get(parameter);
  const role = parseSignupRole(parameter, roleParam);
  return (
    <AffiliateModal
      opened={role !== null}
      role={role}
      search={`?${parameter}=${roleParam}`}
      closePath={closePath}
    />
  );
}
