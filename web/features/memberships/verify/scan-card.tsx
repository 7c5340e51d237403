import { lazy, Suspense, useState } from 'react';
import { formatMembershipNumber } from '#server/lib/membership-number.ts';
import { paths } from '#server/lib/pages.shared.ts';
import { useLateNavigate } from '#web/lib/late-navigation.ts';
import { trpc } from '#web/lib/trpc.ts';
import { useBrowserValue } from '#web/lib/use-browser-value.ts';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import classes from './scan-card.module.css';
import type { ScannedCard } from './scanned-text.ts';

/** Browsers offer the camera only on https pages and localhost. */
function canUseCamera(): boolean {
  return typeof navigator.mediaDevices?.getUserMedia === 'function';
}

/** Loaded on the first scan. */
const CameraScanner = lazy(async () => ({
  default: (await import('./camera-scanner.tsx')).CameraScanner,
}));

export function ScanCard({ label }: { label: string }) {
  const navigate = useLateNavigate();
  const { verification } = trpc.useUtils();
  const [isOpen, setOpen] = useState(false);
  // The server assumes a camera, because almost every visitor has one. That way, the layout rarely shifts.
  const hasCamera = useBrowserValue(canUseCamera, true);
  if (!hasCamera) return null;

  function showResult({ number, scan }: ScannedCard) {
    setOpen(false);
    // Scanning the same card again should check it again.
    void verification.find.invalidate();
    navigate(paths.scannedCard(formatMembershipNumber(number), scan));
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
