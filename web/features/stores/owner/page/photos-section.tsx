import { FileButton } from '@mantine/core';
import { useRef } from 'react';
import { MAX_PHOTOS } from '#server/domains/stores/page/business-page.schema.ts';
import { paths } from '#server/lib/pages.shared.ts';
import { trpc } from '#web/lib/trpc.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import type { OwnBusinessData } from '../own-business-data.ts';
import classes from '../owner.module.css';
import { PICTURE_TYPES } from '../picture-file.ts';
import { SavedNote } from '../saved-note.tsx';
import { usePictureUpload } from '../use-picture-upload.ts';
import { type PhotoDraft, PhotoList } from './photo-list.tsx';

/** Photos are uploaded right away. Their descriptions and order are saved together. */
export function PhotosSection({ business }: { business: OwnBusinessData }) {
  const { photos } = business;
  const picture = usePictureUpload({ path: paths.businessPhotos(), method: 'POST' });
  const heading = useRef<HTMLHeadingElement>(null);
  const utils = trpc.useUtils();
  const change = trpc.businesses.changePhotos.useMutation();
  const remove = trpc.businesses.removePhoto.useMutation();

  async function upload(file: File | null) {
    if (file === null || !picture.checkFile(file)) return;
    if (await picture.send(file)) picture.confirm('Your photo is added.');
  }

  function showChange(changed: OwnBusinessData, message: string) {
    utils.businesses.mine.setData(undefined, changed);
    picture.confirm(message);
  }

  async function save(drafts: PhotoDraft[]) {
    picture.setConfirmation(null);
    showChange(await change.mutateAsync({ photos: drafts }), 'Your photos are saved.');
  }

  async function removePhoto(id: string) {
    showChange(await remove.mutateAsync({ id }), 'The photo was removed.');
    // The button that had focus is gone, so move focus to the heading.
    heading.current?.focus();
  }

  return (
    <section aria-labelledby="own-photos" className={classes.section}>
      <h2 id="own-photos" ref={heading} tabIndex={-1}>
        Photos
      </h2>
      <p className={classes.hint}>
        Up to {MAX_PHOTOS} photos for your page. PNG, JPEG, or WebP, at most 5{'\u00a0'}MB each.
      </p>
      {picture.error === null ? null : (
        <ErrorBox title="Your photo wasn’t added" message={picture.error} focus />
      )}
      {photos.length === 0 ? null : <PhotoList photos={photos} onSave={save} onRemove={removePhoto} />}
      <div className={classes.logoActions}>
        {photos.length < MAX_PHOTOS ? (
          <FileButton
            resetRef={picture.resetFileInput}
            accept={PICTURE_TYPES.join(',')}
            onChange={(file) => void upload(file)}
          >
            {({ onClick }) => (
              <Button variant="secondary" onClick={onClick} busy={picture.busy}>
                Add a photo
              </Button>
            )}
          </FileButton>
        ) : (
          <p className={classes.hint}>Remove a photo to add another one.</p>
        )}
      </div>
      {picture.confirmation === null ? null : <SavedNote>{picture.confirmation}</SavedNote>}
    </section>
  );
}
