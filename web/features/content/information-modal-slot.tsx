import { useLocation } from 'react-router';
import { paths } from '#server/lib/pages.shared.ts';
import { lazyModal } from '#web/ui/dialogs/lazy-modal.tsx';

const InformationModal = lazyModal(async () => (await import('./information-modal.tsx')).InformationModal);

/** Shows the 'Serve Your Community' modal if the home page's URL requests it. */
export function InformationModalSlot() {
  const { pathname, search } = useLocation();
  const isRequested = new URLSearchParams(search).get('request') === 'information';
  return <InformationModal opened={isRequested && pathname === paths.home()} />;
}
