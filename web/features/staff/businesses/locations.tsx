import { useState } from 'react';
import { locationEdit, rowRemoval } from '#server/domains/stores/edit/listing-edit.schema.ts';
import { readPostalCode } from '#server/lib/readers/zip.ts';
import { StaffAction } from '#web/features/staff/kit/staff-action.tsx';
import { useStaffClient } from '#web/features/staff/kit/staff-client.ts';
import { StaffSection } from '#web/features/staff/kit/staff-detail.tsx';
import { StaffTable } from '#web/features/staff/kit/staff-table.tsx';
import { toAddressValues } from '#web/features/stores/address-values.ts';
import { toFailure } from '#web/lib/errors.ts';
import { trpc } from '#web/lib/trpc.ts';
import { Button } from '#web/ui/button.tsx';
import { PhoneField, TextField } from '#web/ui/form/fields.tsx';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import layout from '#web/ui/styles/layout.module.css';
import type { Business, BusinessLocation } from './business-data.ts';

const columns = {
  address: { label: 'Address', format: 'text' },
  phone: { label: 'Phone', format: 'text' },
  position: { label: 'Map position', format: 'text' },
  key: { label: 'Key in import files', format: 'text' },
  actions: { label: 'Actions', format: 'text' },
} as const;

/** Lists all locations of a business, page by page. */
export function Locations({ business }: { business: Business }) {
  const [after, setAfter] = useState<string | undefined>();
  const query = trpc.staff.businesses.locations.useQuery(
    { businessId: business.id, after },
    { placeholderData: (last) => last },
  );
  const locations = query.data?.locations ?? [];
  const byId = new Map(locations.map((location) => [location.id, location]));
  return (
    <StaffSection
      title={`Locations (${business.locationCount.toLocaleString('en-US')})`}
      actions={<SaveLocation businessId={business.id} location={null} />}
    >
      {query.error ? <ErrorBox message={toFailure(query.error).message} /> : null}
      {query.data ? null : <Skeleton heights={['8rem']} />}
      {locations.length === 0 ? null : (
        <StaffTable
          label="Locations"
          columns={columns}
          rows={locations.map(toRow)}
          renderCell={(name, row) => {
            const location = byId.get(String(row.id));
            return name === 'actions' && location ? (
              <div className={layout.tightRow}>
                <SaveLocation businessId={business.id} location={location} />
                <RemoveLocation businessId={business.id} location={location} />
              </div>
            ) : undefined;
          }}
        />
      )}
      <div className={layout.tightRow}>
        {after === undefined ? null : (
          <Button variant="quiet" onClick={() => setAfter(undefined)}>
            First locations
          </Button>
        )}
        {query.data?.hasMore ? (
          <Button variant="quiet" onClick={() => setAfter(locations.at(-1)?.id)}>
            Next locations
          </Button>
        ) : null}
      </div>
    </StaffSection>
  );
}

function toRow({ id, importKey, phone, latitude, longitude, ...address }: BusinessLocation) {
  const { street1, street2, city, state, zip, country } = address;
  const lines = [street1, street2, city, state, zip, country === 'US' ? null : country];
  return {
    id,
    phone,
    address: lines.filter(Boolean).join(', '),
    position: latitude === null || longitude === null ? null : `${latitude}, ${longitude}`,
    key: importKey,
  };
}

interface LocationActionProps {
  businessId: string;
  location: BusinessLocation;
}

function SaveLocation({ businessId, location }: { businessId: string; location: BusinessLocation | null }) {
  const { saveLocation } = useStaffClient().staff.businesses;
  return (
    <StaffAction
      label={location === null ? 'Add location' : 'Edit location'}
      size="lg"
      schema={locationEdit}
      initial={{
        businessId,
        id: location?.id ?? null,
        version: location?.version ?? '',
        ...toAddressValues(location ?? null),
        latitude: location?.latitude?.toString() ?? '',
        longitude: location?.longitude?.toString() ?? '',
      }}
      action={saveLocation}
    >
      <TextField name="street1" label="Street" optional autoComplete="off" />
      <TextField name="street2" label="Street 2" optional autoComplete="off" />
      <TextField name="city" label="City" optional autoComplete="off" />
      <TextField name="state" label="State" optional autoComplete="off" />
      <TextField name="zip" label="ZIP code" read={readPostalCode} optional autoComplete="off" />
      <TextField name="country" label="Country" autoComplete="off" description="Two letters" />
      <PhoneField optional autoComplete="off" />
      <TextField
        name="latitude"
        label="Latitude"
        optional
        inputMode="decimal"
        autoComplete="off"
        description="If you change the address, change or clear both. If you leave them blank, we use the center of the ZIP code."
      />
      <TextField name="longitude" label="Longitude" optional inputMode="decimal" autoComplete="off" />
    </StaffAction>
  );
}

function RemoveLocation({ businessId, location: { id, version } }: LocationActionProps) {
  const { removeLocation } = useStaffClient().staff.businesses;
  return (
    <StaffAction
      label="Remove location"
      danger
      schema={rowRemoval}
      initial={{ businessId, id, version }}
      action={removeLocation}
    />
  );
}
