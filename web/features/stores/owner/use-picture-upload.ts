import { useRef, useState } from 'react';
import { trpc } from '#web/lib/trpc.ts';
import { UNREADABLE_PICTURE, validatePictureFile } from './picture-file.ts';
import { PictureRefused, type UploadTarget, uploadPicture } from './upload-picture.ts';

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
