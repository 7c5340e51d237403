import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { formatMembershipNumber } from '#server/lib/membership-number.ts';
import { paths } from '#server/site/pages.shared.ts';
import { trpc } from '#web/lib/trpc.ts';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import classes from './scan-card.module.css';
import type { ScannedCard } from './scanned-text.ts';

/** Browsers allow the camera only on https pages. */
function canUseCamera(): boolean {
  return typeof navigator.mediaDevices?.getUserMedia === 'function';
}

/** Loaded on the first scan. */
const CameraScanner = lazy(async () => ({
  default: (await import('./camera-scanner.tsx')).CameraScanner,
}));

/** Scans a card with the camera and shows the result. */
export function ScanCard({ label }: { label: string }) {
  const navigate = useNavigate();
  const { verification } = trpc.useUtils();
  const [isOpen, setOpen] = useState(false);
  if (!canUseCamera()) return null;

  function showResult({ number, scan }: ScannedCard) {
    setOpen(false);
    // Scanning the same card again checks it again.
    void verification.find.invalidate();
    void navigate(paths.scannedCard(formatMembershipNumber(number), scan));
  }

  return (
    <div className={classes.scan} data-print="hide">
      <Button variant="secondary" size="lg" fullWidth aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? 'Stop scanning' : label}
      </Button>
      {isOpen ? (
        <Suspense fallback={<Skeleton heights={['18rem']} />}>
          <CameraScanner onCard={showResult} />
        </Suspense>
      ) : null}
    </div>
  );
}
