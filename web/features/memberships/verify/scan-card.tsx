import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { formatMembershipNumber } from '#server/lib/membership-number.ts';
import { paths } from '#server/site/pages.shared.ts';
import { trpc } from '#web/lib/trpc.ts';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import classes from './scan-card.module.css';
import type { ScannedCard } from './scanned-text.ts';

/** Whether this browser can show what a camera sees: not on a page that came without https. */
function canUseCamera(): boolean {
  return typeof navigator.mediaDevices?.getUserMedia === 'function';
}

/** Fetched when somebody scans. */
const CameraScanner = lazy(async () => ({
  default: (await import('./camera-scanner.tsx')).CameraScanner,
}));

/** Scans a card with this device's camera, where the browser can, and shows what it is. */
export function ScanCard({ label }: { label: string }) {
  const navigate = useNavigate();
  const { verification } = trpc.useUtils();
  const [isOpen, setOpen] = useState(false);
  if (!canUseCamera()) return null;

  function show({ number, scan }: ScannedCard) {
    setOpen(false);
    // Scanned again, the same card is asked about again.
    void verification.find.invalidate();
    void navigate(paths.scannedCard(formatMembershipNumber(number), scan));
  }

  return (
    <div className={classes.scan} data-print="hide">
      <Button variant="secondary" size="lg" full aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? 'Stop scanning' : label}
      </Button>
      {isOpen ? (
        <Suspense fallback={<Skeleton heights={['18rem']} />}>
          <CameraScanner onCard={show} />
        </Suspense>
      ) : null}
    </div>
  );
}
