import { paths } from '#server/lib/pages.shared.ts';
import { useBrowserValue } from '#web/lib/use-browser-value.ts';
import { Button } from '#web/ui/button.tsx';
import { CopyLink } from '#web/ui/copy-link.tsx';
import type { BusinessPageData } from './business-page-data.ts';

const canShare = () => 'share' in navigator;

/** Opens the device's share menu. If there is none, copies the link. */
export function ShareButton({ page: { name, slug } }: { page: BusinessPageData }) {
  const hasMenu = useBrowserValue(canShare, false);
  const link = () => new URL(paths.store(slug), window.location.href).href;
  if (!hasMenu) {
    return (
      <div>
        <CopyLink link={link} targetName={name} variant="secondary" />
      </div>
    );
  }
  // If the visitor closes the menu without a choice, the promise rejects.
  const share = () => navigator.share({ title: name, url: link() }).catch(() => undefined);
  return (
    <Button variant="secondary" onClick={() => void share()}>
      Share
    </Button>
  );
}
