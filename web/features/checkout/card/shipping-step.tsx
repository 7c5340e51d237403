import { AddressFields } from '#web/ui/form/address-fields.tsx';
import { EmailField, PhoneField } from '#web/ui/form/fields.tsx';
import { NameFields } from '#web/ui/form/name-fields.tsx';
import { FieldGroup } from '../field-group.tsx';

/** Whom the card is for and where it goes (SPEC section 2, card purchase flow). */
export function ShippingStep() {
  return (
    <>
      <FieldGroup title="Contact information">
        <NameFields />
        <PhoneField />
        <EmailField description="Your receipt and membership number are sent here." />
      </FieldGroup>
      <FieldGroup title="Shipping address">
        <AddressFields section="shipping" />
      </FieldGroup>
    </>
  );
}
