import { useEffect, useRef, useState } from 'react';
import { createQrReader } from './qr-reader.ts';

const SCAN_INTERVAL_MS = 120;

const PROBLEMS: Record<string, string> = {
  NotAllowedError: 'This site can’t use your camera. Allow it in your browser, or type the ID instead.',
  NotFoundError: 'We couldn’t find a camera on this device. Type the ID instead.',
  NotReadableError: 'Another app is using the camera. Close it, or type the ID instead.',
};
const OTHER_PROBLEM = 'We couldn’t start the camera. Type the ID instead.';

/** Plays the camera's video in the element. Calls `onText` each time a frame contains a QR code. */
export function useCamera(onText: (text: string) => void) {
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
