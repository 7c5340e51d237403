import { FileButton } from '@mantine/core';
import { useRef, useState } from 'react';
import { paths } from '#server/site/pages.shared.ts';
import { MAX_PHOTOS } from '#server/stores/page/business-page.schema.ts';
import { trpc } from '#web/lib/trpc.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { LOGO_TYPES, validateLogoFile } from '../logo-file.ts';
import type { OwnBusinessData } from '../own-business-data.ts';
import classes from '../owner.module.css';
import { SavedNote } from '../saved-note.tsx';
import { PictureRefused, uploadPicture } from '../upload-picture.ts';
import { type PhotoDraft, PhotoList } from './photo-list.tsx';

const NOT_SENT = 'Please choose a picture: PNG, JPEG or WebP';

/** A photo is uploaded at once. Descriptions and the order are saved together. */
export function PhotosSection({ business }: { business: OwnBusinessData }) {
  const { photos } = business;
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [confirmation, setConfirmation] = useState<string | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const resetFileInput = useRef<() => void>(null);
  const utils = trpc.useUtils();
  const change = trpc.businesses.changePhotos.useMutation();
  const remove = trpc.businesses.removePhoto.useMutation();

  function showChange(changed: OwnBusinessData | null, message: string) {
    if (changed !== null) utils.businesses.mine.setData(undefined, changed);
    setConfirmation(message);
    setError(null);
    void utils.savings.invalidate();
  }

  async function upload(file: File | null) {
    if (file === null) return;
    // Without a reset, choosing the same file again after an error would have no effect.
    resetFileInput.current?.();
    setConfirmation(null);
    const fileError = validateLogoFile(file);
    setError(fileError);
    if (fileError !== null) return;
    setBusy(true);
    try {
      await uploadPicture(file, { path: paths.businessPhotos(), method: 'POST' });
      await utils.businesses.mine.invalidate();
      showChange(null, 'Your photo is added.');
    } catch (failure) {
      setError(failure instanceof PictureRefused ? failure.message : NOT_SENT);
    } finally {
      setBusy(false);
    }
  }

  async function save(drafts: PhotoDraft[]) {
    setConfirmation(null);
    showChange(await change.mutateAsync({ photos: drafts }), 'Your photos are saved.');
  }

  async function removePhoto(id: string) {
    showChange(await remove.mutateAsync({ id }), 'The photo is removed.');
    // The button that had focus is gone, so move focus to the heading.
    heading.current?.focus();
  }

  return (
    <section aria-labelledby="own-photos" className={classes.section}>
      <h2 id="own-photos" ref={heading} tabIndex={-1}>
        Photos
      </h2>
      <p className={classes.hint}>
        Up to {MAX_PHOTOS} photos for your page. PNG, JPEG or WebP, at most 5{'\u00a0'}MB each.
      </p>
      {error === null ? null : <ErrorBox title="Your photo was not added" message={error} focus />}
      {photos.length === 0 ? null : <PhotoList photos={photos} onSave={save} onRemove={removePhoto} />}
      <div className={classes.logoActions}>
        {photos.length < MAX_PHOTOS ? (
          <FileButton
            resetRef={resetFileInput}
            accept={LOGO_TYPES.join(',')}
            onChange={(file) => void upload(file)}
          >
            {({ onClick }) => (
              <Button variant="secondary" onClick={onClick} busy={busy}>
                Add a photo
              </Button>
            )}
          </FileButton>
        ) : (
          <p className={classes.hint}>Remove a photo to add another one.</p>
        )}
      </div>
      {confirmation === null ? null : <SavedNote>{confirmation}</SavedNote>}
    </section>
  );
}
