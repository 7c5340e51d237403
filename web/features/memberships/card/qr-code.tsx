import { useEffect, useState } from 'react';
import { drawQr, type QrDrawing } from './qr-drawing.ts';

interface QrCodeProps {
  /** The encoded text. Nothing is drawn while it is empty. */
  text: string;
  /** Alternative text. */
  label: string;
}

/** Black on white in every color scheme, because scanners expect it. */
export function QrCode({ text, label }: QrCodeProps) {
  const [drawing, setDrawing] = useState<QrDrawing>();

  useEffect(() => {
    if (text === '') return;
    let isCurrent = true;
    // If the drawing code fails to load, the number beside it still works.
    drawQr(text).then(
      (newDrawing) => isCurrent && setDrawing(newDrawing),
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [text]);

  const { size, path } = drawing ?? { size: 29, path: '' };
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges">
      <path d={path} fill="#000" />
    </svg>
  );
}
