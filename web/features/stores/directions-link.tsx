import type { PageLocation } from '#server/domains/stores/page/business-page.schema.ts';
import { useBrowserValue } from '#web/lib/use-browser-value.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { formatAddressLines } from './store-text.ts';
import { useCountAction } from './use-count-action.ts';

const ANDROID_MAP = 'geo:0,0?q=';
const WEB_MAP = 'https://www.google.com/maps/dir/?api=1&destination=';

function findMap(): string {
  const { userAgent } = navigator;
  if (/iPhone|iPad/.test(userAgent)) return 'https://maps.apple.com/?daddr=';
  return /Android/.test(userAgent) ? ANDROID_MAP : WEB_MAP;
}

interface DirectionsLinkProps {
  /** The slug of the business's page. */
  slug: string;
  address: Pick<PageLocation, 'street1' | 'street2' | 'city' | 'state' | 'zip' | 'country'>;
  /** Read by screen readers after "Directions to". */
  businessName: string;
  variant?: 'primary' | 'secondary' | 'quiet';
}

/** Opens the phone's map app or a map website. Sends it nothing before the click. */
export function DirectionsLink({ slug, address, businessName, variant = 'quiet' }: DirectionsLinkProps) {
  const map = useBrowserValue(findMap, WEB_MAP);
  const countAction = useCountAction(slug);
  return (
    <ButtonLink
      to={map + encodeURIComponent(formatAddressLines(address).join(', '))}
      // A new tab would stay open and empty next to the map app.
      target={map === ANDROID_MAP ? undefined : '_blank'}
      rel="noopener noreferrer"
      variant={variant}
      onClick={() => countAction('directions')}
    >
      Directions<VisuallyHidden> to {businessName}</VisuallyHidden>
    </ButtonLink>
  );
}
