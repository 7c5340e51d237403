import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import SignaturePad from 'signature_pad';
import { Button } from '#web/ui/button.tsx';
import layout from '#web/ui/styles/layout.module.css';
import classes from './signature.module.css';
import { exportImage, INK, resizeCanvas } from './signature-image.ts';

interface DrawnSignatureProps {
  /** Called after each stroke, Undo, and Clear with a PNG data URL, or '' if the canvas is empty. */
  onChange(image: string): void;
  /** Shown directly below the canvas. */
  errorText: ReactNode;
  /** Shown after the Undo and Clear buttons. */
  buttons: ReactNode;
}

export function DrawnSignature({ onChange, errorText, buttons }: DrawnSignatureProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const pad = useRef<SignaturePad>(null);

  const reportImage = useEffectEvent(() => {
    if (canvas.current === null || pad.current === null) return;
    onChange(pad.current.isEmpty() ? '' : exportImage(canvas.current));
  });

  useEffect(() => {
    const sheet = canvas.current;
    if (sheet === null) return;
    const drawing = new SignaturePad(sheet, { penColor: INK, minWidth: 0.9, maxWidth: 2.8 });
    pad.current = drawing;
    let width = 0;

    // If the canvas gets narrower, for example when a phone is rotated, scale the strokes down.
    function fitToWidth(element: HTMLCanvasElement) {
      if (element.offsetWidth === width) return;
      const scale = width === 0 ? 1 : Math.min(1, element.offsetWidth / width);
      width = element.offsetWidth;
      const strokes = drawing.toData().map((stroke) => ({
        ...stroke,
        points: stroke.points.map((point) => ({ ...point, x: point.x * scale, y: point.y * scale })),
      }));
      resizeCanvas(element);
      drawing.fromData(strokes);
    }

    fitToWidth(sheet);
    const resizeObserver = new ResizeObserver(() => fitToWidth(sheet));
    resizeObserver.observe(sheet);
    drawing.addEventListener('endStroke', () => reportImage());
    return () => {
      resizeObserver.disconnect();
      drawing.off();
      pad.current = null;
    };
  }, []);

  function changeStrokes(keptStrokes: 'none' | 'all but the last') {
    const drawing = pad.current;
    if (drawing === null) return;
    drawing.fromData(keptStrokes === 'none' ? [] : drawing.toData().slice(0, -1));
    reportImage();
  }

  return (
    <>
      <div className={classes.sheet}>
        <canvas
          ref={canvas}
          className={classes.canvas}
          role="img"
          aria-label="Signature area. Sign with a mouse, finger, or pen."
        />
      </div>
      {errorText}
      <div className={layout.row}>
        <Button variant="secondary" onClick={() => changeStrokes('all but the last')}>
          Undo
        </Button>
        <Button variant="secondary" onClick={() => changeStrokes('none')}>
          Clear
        </Button>
        {buttons}
      </div>
    </>
  );
}
