import { useRef, useState } from 'react';
import { getCsrfHeaders } from '#web/lib/csrf.ts';
import { FALLBACK_MESSAGE } from '#web/lib/errors.ts';
import { trpc } from '#web/lib/trpc.ts';
import { UNREADABLE_PICTURE, validatePictureFile } from './picture-file.ts';

const SERVER_UNREACHABLE = 'We couldn’t upload your picture. Please check your connection and try again.';

/** The owner sees the error's message. */
class PictureRefused extends Error {}

interface UploadTarget {
  path: string;
  method: 'PUT' | 'POST';
}

async function sendPicture(file: File, { path, method }: UploadTarget): Promise<Response> {
  try {
    return await fetch(path, {
      method,
      credentials: 'same-origin',
      headers: { 'content-type': file.type, ...(await getCsrfHeaders()) },
      // Read the file before sending: an upload fails if the file changes on disk while it runs.
      body: await file.arrayBuffer(),
    });
  } catch {
    throw new PictureRefused(SERVER_UNREACHABLE);
  }
}

/** Throws `PictureRefused` if the server refuses the picture or can't be reached. */
async function uploadPicture(file: File, target: UploadTarget): Promise<void> {
  const response = await sendPicture(file, target);
  if (response.ok) return;
  const body: unknown = await response.json().catch(() => null);
  const serverMessage = typeof body === 'object' && body !== null && 'error' in body ? body.error : null;
  throw new PictureRefused(typeof serverMessage === 'string' ? serverMessage : FALLBACK_MESSAGE);
}

/** Holds the state of an upload, from the choice of a file to the server's response. */
export function usePictureUpload(target: UploadTarget) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [confirmation, setConfirmation] = useState<string | null>(null);
  const resetFileInput = useRef<() => void>(null);
  const utils = trpc.useUtils();

  /** Shows what is wrong with the file, if anything. Returns true if it can be sent. */
  function checkFile(file: File): boolean {
    // Without a reset, choosing the same file again after an error would have no effect.
    resetFileInput.current?.();
    setConfirmation(null);
    const fileError = validatePictureFile(file);
    setError(fileError);
    return fileError === null;
  }

  /** Returns true if the image was stored. Otherwise, shows why not. */
  async function send(file: File): Promise<boolean> {
    setBusy(true);
    setError(null);
    try {
      await uploadPicture(file, target);
      await utils.businesses.mine.invalidate();
      return true;
    } catch (failure) {
      setError(failure instanceof PictureRefused ? failure.message : UNREADABLE_PICTURE);
      return false;
    } finally {
      setBusy(false);
    }
  }

  /** Shows that something was saved. */
  function confirm(message: string): void {
    setConfirmation(message);
    setError(null);
    void utils.savings.invalidate();
  }

  return { busy, error, setError, confirmation, setConfirmation, resetFileInput, checkFile, send, confirm };
}
