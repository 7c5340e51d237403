import { AddressFields } from '#web/ui/form/address-fields.tsx';
import { EmailField, PhoneField } from '#web/ui/form/fields.tsx';
import { NameFields } from '#web/ui/form/name-fields.tsx';
import { FieldGroup } from '../field-group.tsx';

export function ShippingStep() {
  return (
    <>
      <FieldGroup title="Contact information">
        <NameFields />
        <PhoneField />
        <EmailField description="We’ll send your receipt and membership ID here." />
      </FieldGroup>
      <FieldGroup title="Shipping address">
        <AddressFields autoCompleteSection="shipping" />
      </FieldGroup>
    </>
  );
}
