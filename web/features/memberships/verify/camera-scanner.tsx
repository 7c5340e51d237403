import { useState } from 'react';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import classes from './scan-card.module.css';
import { readScannedText, type ScannedCard } from './scanned-text.ts';
import { useCamera } from './use-camera.ts';

export function CameraScanner({ onCard }: { onCard: (card: ScannedCard) => void }) {
  const [isForeign, setForeign] = useState(false);
  const { video, isReady, problem } = useCamera((text) => {
    const card = readScannedText(text);
    setForeign(card === null);
    if (card === null) return;
    navigator.vibrate?.(60);
    onCard(card);
  });
  if (problem !== '') return <ErrorBox title="No camera" message={problem} focus />;
  return (
    <div className={classes.camera}>
      <div className={classes.view} data-ready={isReady || undefined}>
        <video ref={video} muted playsInline aria-label="Camera view" />
        <span className={classes.frame} aria-hidden="true" />
      </div>
      <p role="status">{isReady ? describeScanHint(isForeign) : 'Starting the camera…'}</p>
    </div>
  );
}

function describeScanHint(isForeign: boolean): string {
  return isForeign ? 'This code isn’t from a membership card.' : 'Hold the card’s code in the frame.';
}
