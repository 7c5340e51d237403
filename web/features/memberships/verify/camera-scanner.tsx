import { useEffect, useRef, useState } from 'react';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import classes from './scan-card.module.css';
import { readScannedText, type ScannedCard } from './scanned-text.ts';

/** Reads the QR code in the current video frame. Resolves to null if there is none. */
type QrReader = (video: HTMLVideoElement) => Promise<string | null>;

/** The W3C Shape Detection API, which TypeScript has no types for. */
interface Detector {
  detect(source: HTMLVideoElement): Promise<Array<{ rawValue: string }>>;
}

/**
 * The longer side of a frame in pixels. Larger frames take longer, and don't help with a code that fills a
 * third of the frame.
 */
const MAX_SIDE = 960;

/** Uses the browser's own QR reader. If there is none, loads a library. */
async function createQrReader(): Promise<QrReader> {
  return (await createBrowserReader()) ?? (await loadReader());
}

async function createBrowserReader(): Promise<QrReader | null> {
  const BarcodeDetector: unknown = Reflect.get(globalThis, 'BarcodeDetector');
  if (typeof BarcodeDetector !== 'function') return null;
  try {
    const formats: unknown = await Reflect.get(BarcodeDetector, 'getSupportedFormats').call(BarcodeDetector);
    if (!Array.isArray(formats) || !formats.includes('qr_code')) return null;
    const detector: Detector = Reflect.construct(BarcodeDetector, [{ formats: ['qr_code'] }]);
    return async (video) => (await detector.detect(video))[0]?.rawValue ?? null;
  } catch {
    return null;
  }
}

async function loadReader(): Promise<QrReader> {
  const { default: decodeQr } = await import('qr/decode.js');
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  return async (video) => {
    const scale = Math.min(1, MAX_SIDE / Math.max(video.videoWidth, video.videoHeight));
    canvas.width = Math.round(video.videoWidth * scale);
    canvas.height = Math.round(video.videoHeight * scale);
    if (context === null || canvas.width === 0) return null;
    context.drawImage(video, 0, 0, canvas.width, canvas.height);
    try {
      return decodeQr(context.getImageData(0, 0, canvas.width, canvas.height));
    } catch {
      // The library throws if the frame contains no code.
      return null;
    }
  };
}

const SCAN_INTERVAL_MS = 120;

const PROBLEMS: Record<string, string> = {
  NotAllowedError: 'This site can’t use your camera. Allow it in your browser, or type the ID instead.',
  NotFoundError: 'We couldn’t find a camera on this device. Type the ID instead.',
  NotReadableError: 'Another app is using the camera. Close it, or type the ID instead.',
};
const OTHER_PROBLEM = 'We couldn’t start the camera. Type the ID instead.';

/** Plays the camera's video in the element. Calls `onText` each time a frame contains a QR code. */
function useCamera(onText: (text: string) => void) {
  const video = useRef<HTMLVideoElement>(null);
  const onTextRef = useRef(onText);
  const [state, setState] = useState<{ isReady: boolean; problem: string }>({ isReady: false, problem: '' });
  useEffect(() => {
    onTextRef.current = onText;
  }, [onText]);

  useEffect(() => {
    let isStopped = false;
    let stream: MediaStream | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = () => {
      for (const track of stream?.getTracks() ?? []) track.stop();
    };

    async function start(element: HTMLVideoElement) {
      const [reader, openedStream] = await Promise.all([createQrReader(), openCamera()]);
      stream = openedStream;
      if (isStopped) return stop();
      element.srcObject = stream;
      await element.play();
      setState({ isReady: true, problem: '' });
      async function scanFrame() {
        const text = await reader(element).catch(() => null);
        if (isStopped) return;
        if (text !== null) onTextRef.current(text);
        timer = setTimeout(scanFrame, SCAN_INTERVAL_MS);
      }
      await scanFrame();
    }

    if (video.current) {
      start(video.current).catch((error: unknown) => {
        stop();
        if (!isStopped) setState({ isReady: false, problem: describeCameraError(error) });
      });
    }
    return () => {
      isStopped = true;
      clearTimeout(timer);
      stop();
    };
  }, []);

  return { video, ...state };
}

/** Opens the camera, if possible the back one, at a resolution that can read a code at arm's length. */
function openCamera(): Promise<MediaStream> {
  const videoConstraints = { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 960 } };
  return navigator.mediaDevices.getUserMedia({ audio: false, video: videoConstraints });
}

function describeCameraError(error: unknown): string {
  const name = typeof error === 'object' && error !== null && 'name' in error ? String(error.name) : '';
  return PROBLEMS[name] ?? OTHER_PROBLEM;
}

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
