import { useState } from 'react';
import { WEEKDAYS } from '#server/domains/stores/hours.shared.ts';
import { type OwnLocation, ownLocationInput } from '#server/domains/stores/owner/own-location.schema.ts';
import { trpc } from '#web/lib/trpc.ts';
import { Button } from '#web/ui/button.tsx';
import { AddressFields } from '#web/ui/form/address-fields.tsx';
import { PhoneField } from '#web/ui/form/fields.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { toAddressValues } from '../../address-values.ts';
import { ReportUnsaved } from '../leave-guard.tsx';
import classes from '../owner.module.css';
import { HoursFields } from './hours-fields.tsx';

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

export function LocationForm({ location, isMain, onSaved, onCancel }: LocationFormProps) {
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
        <div className={classes.fields}>
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
