import { useRef, useState } from 'react';
import { MAX_LOCATIONS } from '#server/domains/stores/owner/own-location.schema.ts';
import { HoursTable } from '#web/features/stores/page/hours-table.tsx';
import { formatAddressLines } from '#web/features/stores/store-text.ts';
import { trpc } from '#web/lib/trpc.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmedAction } from '#web/ui/dialogs/confirmed-action.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import type { OwnBusinessData } from '../own-business-data.ts';
import classes from '../owner.module.css';
import { SavedNote } from '../saved-note.tsx';
import { LocationForm } from './location-form.tsx';

const NEW_LOCATION = 'new';

export function LocationsSection({ business: { locations } }: { business: OwnBusinessData }) {
  /** The id of the location that is being edited. */
  const [editedId, setEditedId] = useState<string | null>(null);
  const [confirmation, setConfirmation] = useState<string | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const utils = trpc.useUtils();
  const removal = trpc.businesses.removeLocation.useMutation();

  function finish(message: string | null) {
    setEditedId(null);
    setConfirmation(message);
    // The button that had focus is gone, so move focus to the heading.
    heading.current?.focus();
  }

  function edit(id: string) {
    setConfirmation(null);
    setEditedId(id);
  }

  async function remove(location: { id: string; version: string }) {
    utils.businesses.mine.setData(undefined, await removal.mutateAsync(location));
    void utils.savings.invalidate();
    finish('The location was removed.');
  }

  const formProps = { onSaved: () => finish('Your location is saved.'), onCancel: () => finish(null) };
  return (
    <section aria-labelledby="own-locations" className={classes.section}>
      <h2 id="own-locations" ref={heading} tabIndex={-1}>
        Locations and hours
      </h2>
      {confirmation === null ? null : <SavedNote>{confirmation}</SavedNote>}
      <ul className={classes.list}>
        {locations.map((location, index) => {
          const { id, version, hours } = location;
          const isMain = index === 0;
          const name = isMain ? 'Main location' : `Location ${index + 1}`;
          return (
            <li key={id} className={classes.promotion}>
              <div className={classes.promotionHead}>
                <div>
                  <h3>{name}</h3>
                  <p className={classes.hint}>{formatAddressLines(location).join(', ')}</p>
                </div>
                {editedId === id ? null : (
                  <div className={classes.promotionTools}>
                    <Button variant="quiet" onClick={() => edit(id)}>
                      {isMain ? 'Edit hours' : 'Edit'}
                      <VisuallyHidden> of {name}</VisuallyHidden>
                    </Button>
                    {isMain ? null : (
                      <ConfirmedAction
                        label="Remove Location"
                        targetName={String(index + 1)}
                        keepLabel="Keep Location"
                        onConfirm={() => remove({ id, version })}
                      >
                        <p>
                          Are you sure? Members will no longer find {formatAddressLines(location).join(', ')}.
                        </p>
                      </ConfirmedAction>
                    )}
                  </div>
                )}
              </div>
              {editedId === id ? (
                <LocationForm location={location} isMain={isMain} {...formProps} />
              ) : hours === null ? (
                <p className={classes.hint}>No hours yet</p>
              ) : (
                <HoursTable hours={hours} />
              )}
            </li>
          );
        })}
      </ul>
      {editedId === NEW_LOCATION ? (
        <div className={classes.promotion}>
          <h3>New location</h3>
          <LocationForm location={null} isMain={false} {...formProps} />
        </div>
      ) : locations.length < MAX_LOCATIONS ? (
        <div>
          <Button variant="secondary" onClick={() => edit(NEW_LOCATION)}>
            Add a location
          </Button>
        </div>
      ) : (
        <p className={classes.hint}>You can list up to {MAX_LOCATIONS} locations.</p>
      )}
    </section>
  );
}
