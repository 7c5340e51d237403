import { FileButton } from '@mantine/core';
import { useRef, useState } from 'react';
import {
  descriptionInput,
  MAX_DESCRIPTION_LENGTH,
} from '#server/domains/stores/owner/own-business.schema.ts';
import { MAX_PHOTOS } from '#server/domains/stores/page/business-page.schema.ts';
import { paths } from '#server/lib/pages.shared.ts';
import { formatCount } from '#web/features/stores/store-text.ts';
import { trpc } from '#web/lib/trpc.ts';
import { Button } from '#web/ui/button.tsx';
import { TextAreaField } from '#web/ui/form/fields.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import layout from '#web/ui/styles/layout.module.css';
import { ReportUnsaved } from '../leave-guard.tsx';
import type { OwnBusinessData } from '../own-business-data.ts';
import classes from '../owner.module.css';
import { PICTURE_TYPES } from '../picture-file.ts';
import { SavedNote } from '../saved-note.tsx';
import { usePictureUpload } from '../use-picture-upload.ts';
import { LocationsSection } from './locations-section.tsx';
import { type PhotoDraft, PhotoList } from './photo-list.tsx';

/** Photos are uploaded right away. Their descriptions and order are saved together. */
function PhotosSection({ business }: { business: OwnBusinessData }) {
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
    <section aria-labelledby="own-photos" className={`${layout.endedSection} ${classes.section}`}>
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
      <div className={`${layout.tightRow} ${classes.logoActions}`}>
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

function DescriptionSection({ business }: { business: OwnBusinessData }) {
  const [savedText, setSavedText] = useState(business.description ?? '');
  const [wasSaved, setWasSaved] = useState(false);
  const utils = trpc.useUtils();
  const change = trpc.businesses.changeDescription.useMutation();

  async function save({ description }: { description: string }) {
    setWasSaved(false);
    utils.businesses.mine.setData(undefined, await change.mutateAsync({ description }));
    setSavedText(description);
    setWasSaved(true);
    void utils.savings.invalidate();
  }

  return (
    <section aria-labelledby="own-description" className={`${layout.endedSection} ${classes.section}`}>
      <h2 id="own-description">About your business</h2>
      <Form
        initial={{ description: savedText }}
        schema={descriptionInput}
        onSubmit={save}
        submitLabel="Save description"
        secondary={wasSaved ? <SavedNote>Your description is saved.</SavedNote> : null}
      >
        {({ values }) => (
          <>
            <ReportUnsaved hasChanges={values.description !== savedText} />
            <TextAreaField
              name="description"
              label="Business description"
              optional
              rows={6}
              description={`What you offer and what’s special about it. At most ${formatCount(MAX_DESCRIPTION_LENGTH)} characters.`}
            />
          </>
        )}
      </Form>
    </section>
  );
}

/** Lets owners edit the parts of their business's page that don't come from its listing or promotions. */
export function PageEditor({ business }: { business: OwnBusinessData }) {
  return (
    <>
      <DescriptionSection business={business} />
      <PhotosSection business={business} />
      <LocationsSection business={business} />
    </>
  );
}
