import { TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { WEEKDAYS } from '#server/domains/stores/hours.shared.ts';
import {
  MAX_LOCATIONS,
  type OwnLocation,
  ownLocationInput,
} from '#server/domains/stores/owner/own-location.schema.ts';
import { HoursTable } from '#web/features/stores/page/hours-table.tsx';
import { formatAddressLines } from '#web/features/stores/store-text.ts';
import { trpc } from '#web/lib/trpc.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmedAction } from '#web/ui/dialogs/confirmed-action.tsx';
import { AddressFields } from '#web/ui/form/address-fields.tsx';
import { CheckboxField } from '#web/ui/form/checkbox-field.tsx';
import { useField } from '#web/ui/form/field-context.tsx';
import { PhoneField } from '#web/ui/form/fields.tsx';
import { Form } from '#web/ui/form/form.tsx';
import layout from '#web/ui/styles/layout.module.css';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { toAddressValues } from '../../address-values.ts';
import { ReportUnsaved } from '../leave-guard.tsx';
import type { OwnBusinessData } from '../own-business-data.ts';
import classes from '../owner.module.css';
import { SavedNote } from '../saved-note.tsx';
import '#web/ui/styles/mantine-rest.css';

/** A day's hours as form values. */
interface DayValues {
  isOpen: boolean;
  opens: string;
  closes: string;
}

interface HoursFieldsProps {
  hours: readonly DayValues[];
  onChange(hours: DayValues[]): void;
}

function HoursFields({ hours, onChange }: HoursFieldsProps) {
  const [monday] = hours;
  return (
    <fieldset className={classes.further}>
      <legend>Business hours</legend>
      <p className={classes.hint}>
        Leave all days closed if you don’t want to show hours. A closing time before the opening time means
        the next day.
      </p>
      <ul className={classes.days}>
        {WEEKDAYS.map((day, index) => (
          <li key={day} className={classes.day}>
            <CheckboxField name={`hours.${index}.isOpen`} label={`Open on ${day}`}>
              {day}
            </CheckboxField>
            {hours[index]?.isOpen ? (
              <>
                <TimeField name={`hours.${index}.opens`} label={`${day} opens`} />
                <TimeField name={`hours.${index}.closes`} label={`${day} closes`} />
              </>
            ) : (
              <span className={classes.hint}>Closed</span>
            )}
          </li>
        ))}
      </ul>
      {monday?.isOpen ? (
        <Button variant="quiet" onClick={() => onChange(WEEKDAYS.map(() => monday))}>
          Use Monday’s hours for every day
        </Button>
      ) : null}
    </fieldset>
  );
}

function TimeField({ name, label }: { name: string; label: string }) {
  const field = useField(name, label);
  return (
    <TextInput
      id={field.id}
      name={name}
      type="time"
      label={label}
      value={typeof field.value === 'string' ? field.value : ''}
      error={field.error}
      onChange={(event) => field.setValue(event.currentTarget.value)}
      onBlur={field.onBlur}
    />
  );
}

interface LocationFormProps {
  /** Null for a new location. */
  location: OwnLocation | null;
  /** True if the address is part of the listing's form instead. */
  isMain: boolean;
  onSaved(): void;
  onCancel(): void;
}

const DEFAULT_DAY = { isOpen: false, opens: '09:00', closes: '17:00' };

function toValues(location: OwnLocation | null) {
  return {
    id: location?.id ?? null,
    version: location?.version ?? '',
    ...toAddressValues(location),
    hours: WEEKDAYS.map((_, index) => {
      const hours = location?.hours?.[index] ?? null;
      return hours === null ? DEFAULT_DAY : { isOpen: true, ...hours };
    }),
  };
}

type LocationValues = ReturnType<typeof toValues>;

function LocationForm({ location, isMain, onSaved, onCancel }: LocationFormProps) {
  const [initial] = useState(() => toValues(location));
  const utils = trpc.useUtils();
  const save = trpc.businesses.saveLocation.useMutation();

  async function submit(values: LocationValues) {
    utils.businesses.mine.setData(undefined, await save.mutateAsync(values));
    void utils.savings.invalidate();
    onSaved();
  }

  return (
    <Form
      initial={initial}
      schema={ownLocationInput}
      onSubmit={submit}
      submitLabel={isMain ? 'Save hours' : 'Save location'}
      secondary={
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      }
    >
      {(form) => (
        <div className={`${layout.fieldGroup} ${classes.fields}`}>
          <ReportUnsaved hasChanges={JSON.stringify(form.values) !== JSON.stringify(initial)} />
          {isMain ? (
            <p className={classes.hint}>Its address and phone number are under “Your listing.”</p>
          ) : (
            <>
              <PhoneField />
              <AddressFields />
            </>
          )}
          <HoursFields hours={form.values.hours} onChange={(hours) => form.set({ hours })} />
        </div>
      )}
    </Form>
  );
}

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
    <section aria-labelledby="own-locations" className={`${layout.endedSection} ${classes.section}`}>
      <h2 id="own-locations" ref={heading} tabIndex={-1}>
        Locations and hours
      </h2>
      {confirmation === null ? null : <SavedNote>{confirmation}</SavedNote>}
      <ul className={layout.list}>
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
