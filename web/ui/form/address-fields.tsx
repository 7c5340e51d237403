import { useState } from 'react';
import { countries } from '#server/lib/countries.ts';
import { readZip } from '#server/lib/readers/zip.ts';
import { usStates } from '#server/lib/us-states.ts';
import { useField } from './field-context.tsx';
import { SelectField, TextField } from './fields.tsx';
import classes from './form.module.css';

const stateOptions = usStates.map(({ code, name }) => ({ value: code, label: name }));
const unitedStates = { value: 'US', label: 'United States' };
const countryOptions = [
  unitedStates,
  ...countries.filter(({ code }) => code !== 'US').map(({ code, name }) => ({ value: code, label: name })),
];

interface AddressFieldsProps {
  /**
   * The address's path in the form's values, with a trailing dot, such as 'employees.0.'. Empty at the top
   * level.
   */
  prefix?: string;
  autoCompleteSection?: 'shipping' | 'billing';
}

export function AddressFields({ prefix = '', autoCompleteSection }: AddressFieldsProps) {
  const country = useField(`${prefix}country`, 'Country').value;
  const autoCompleteToken = (name: string) =>
    autoCompleteSection === undefined ? name : `${autoCompleteSection} ${name}`;
  const isUsAddress = country === 'US' || country === '' || country === undefined;

  return (
    <div className={classes.group}>
      <TextField
        name={`${prefix}street1`}
        label="Street address"
        autoComplete={autoCompleteToken('address-line1')}
      />
      <SecondAddressLine name={`${prefix}street2`} autoComplete={autoCompleteToken('address-line2')} />
      <TextField name={`${prefix}city`} label="City" autoComplete={autoCompleteToken('address-level2')} />
      <div className={classes.pair}>
        {isUsAddress ? (
          <SelectField
            name={`${prefix}state`}
            label="State"
            options={stateOptions}
            prompt="Choose a state"
            autoComplete={autoCompleteToken('address-level1')}
          />
        ) : (
          <TextField
            name={`${prefix}state`}
            label="State or province"
            autoComplete={autoCompleteToken('address-level1')}
          />
        )}
        <TextField
          name={`${prefix}zip`}
          label={isUsAddress ? 'ZIP code' : 'Postal code'}
          read={isUsAddress ? readZip : undefined}
          autoComplete={autoCompleteToken('postal-code')}
          inputMode={isUsAddress ? 'numeric' : 'text'}
        />
      </div>
      <SelectField
        name={`${prefix}country`}
        label="Country"
        options={countryOptions}
        autoComplete={autoCompleteToken('country')}
      />
    </div>
  );
}

function SecondAddressLine({ name, autoComplete }: { name: string; autoComplete: string }) {
  const { value, error } = useField(name, 'Apartment, suite, unit');
  const [isOpen, setIsOpen] = useState(false);
  if (!isOpen && !value && error === undefined) {
    return (
      <button type="button" className={classes.reveal} onClick={() => setIsOpen(true)}>
        Add apartment, suite…
      </button>
    );
  }
  return <TextField name={name} label="Apartment, suite, unit" optional autoComplete={autoComplete} />;
}
