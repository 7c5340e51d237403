import { TextInput } from '@mantine/core';
import layout from '#web/ui/styles/layout.module.css';
import visuallyHidden from '#web/ui/visually-hidden.module.css';
import '#web/ui/styles/mantine-rest.css';
import { useState } from 'react';
import { MAX_PHOTO_ALT_LENGTH, type Photo } from '#server/domains/stores/page/business-page.schema.ts';
import { toFailure } from '#web/lib/errors.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmedAction } from '#web/ui/dialogs/confirmed-action.tsx';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { ReportUnsaved } from '../leave-guard.tsx';
import { MoveButtons } from '../move-buttons.tsx';
import classes from '../owner.module.css';
import { moveItem } from '../promotions/promotion-values.ts';

export interface PhotoDraft {
  id: string;
  alt: string;
}

interface PhotoListProps {
  photos: readonly Photo[];
  onSave(drafts: PhotoDraft[]): Promise<void>;
  onRemove(id: string): Promise<void>;
}

const toDrafts = (photos: readonly Photo[]) => photos.map(({ id, alt }) => ({ id, alt: alt ?? '' }));

/** Keeps what was typed, even if photos were added or removed since. */
function mergeDrafts(drafts: readonly PhotoDraft[], photos: readonly Photo[]): PhotoDraft[] {
  const keptDrafts = drafts.filter(({ id }) => photos.some((photo) => photo.id === id));
  const newDrafts = toDrafts(photos).filter(({ id }) => !keptDrafts.some((draft) => draft.id === id));
  return [...keptDrafts, ...newDrafts];
}

export function PhotoList({ photos, onSave, onRemove }: PhotoListProps) {
  const [editedDrafts, setEditedDrafts] = useState<readonly PhotoDraft[]>([]);
  const [announcement, setAnnouncement] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const drafts = mergeDrafts(editedDrafts, photos);
  const hasChanges = JSON.stringify(drafts) !== JSON.stringify(toDrafts(photos));

  async function save() {
    setBusy(true);
    setError(null);
    try {
      await onSave(drafts);
      setEditedDrafts([]);
    } catch (failure) {
      setError(toFailure(failure).message);
    } finally {
      setBusy(false);
    }
  }

  function move(from: number, to: number) {
    setEditedDrafts(moveItem(drafts, from, to));
    setAnnouncement(`Now photo ${to + 1} of ${drafts.length}`);
  }

  return (
    <div className={classes.promotions}>
      <ReportUnsaved hasChanges={hasChanges} />
      {error === null ? null : <ErrorBox title="Your photos weren’t saved" message={error} focus />}
      <ol className={layout.list}>
        {drafts.map((draft, index) => (
          <li key={draft.id} className={classes.photo}>
            <img
              src={photos.find(({ id }) => id === draft.id)?.file}
              alt={draft.alt === '' ? `Your photo ${index + 1}` : draft.alt}
              width={160}
              height={120}
              loading="lazy"
            />
            <div className={`${layout.fieldGroup} ${classes.fields}`}>
              <TextInput
                id={`photo-${draft.id}`}
                label={`What photo ${index + 1} shows (optional)`}
                description="Read aloud to people who can’t see it."
                value={draft.alt}
                maxLength={MAX_PHOTO_ALT_LENGTH}
                onChange={(event) => {
                  const { value } = event.currentTarget;
                  setEditedDrafts(
                    drafts.map((other) => (other.id === draft.id ? { ...other, alt: value } : other)),
                  );
                }}
              />
              <div className={classes.promotionTools}>
                <MoveButtons
                  name={`photo ${index + 1}`}
                  index={index}
                  count={drafts.length}
                  onMove={(to) => move(index, to)}
                />
                <ConfirmedAction
                  label="Remove Photo"
                  targetName={String(index + 1)}
                  keepLabel="Keep Photo"
                  onConfirm={() => onRemove(draft.id)}
                >
                  <p>Are you sure you want to remove this photo from your page?</p>
                </ConfirmedAction>
              </div>
            </div>
          </li>
        ))}
      </ol>
      <p role="status" className={visuallyHidden.hidden}>
        {announcement}
      </p>
      {hasChanges ? (
        <div>
          <Button onClick={() => void save()} busy={busy}>
            Save photos
          </Button>
        </div>
      ) : null}
    </div>
  );
}
