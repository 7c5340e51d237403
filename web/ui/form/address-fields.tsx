import { useState } from 'react';
import { countries } from '#server/lib/countries.ts';
import { usStates } from '#server/lib/us-states.ts';
import { useField } from './field-context.tsx';
import { SelectField, TextField } from './fields.tsx';
import classes from './form.module.css';

const states = usStates.map(({ code, name }) => ({ value: code, label: name }));
const american = { value: 'US', label: 'United States' };
const countryOptions = [
  american,
  ...countries.filter(({ code }) => code !== 'US').map(({ code, name }) => ({ value: code, label: name })),
];

interface AddressFieldsProps {
  /** The address's path in the form with a dot: 'employees.0.', or '' at the top. */
  prefix?: string;
  section?: 'shipping' | 'billing';
}

export function AddressFields({ prefix = '', section }: AddressFieldsProps) {
  const country = useField(`${prefix}country`, 'Country').value;
  const token = (name: string) => (section === undefined ? name : `${section} ${name}`);
  const isAmerican = country === 'US' || country === '' || country === undefined;

  return (
    <div className={classes.group}>
      <TextField name={`${prefix}street1`} label="Street address" autoComplete={token('address-line1')} />
      <SecondLine name={`${prefix}street2`} autoComplete={token('address-line2')} />
      <TextField name={`${prefix}city`} label="City" autoComplete={token('address-level2')} />
      <div className={classes.pair}>
        {isAmerican ? (
          <SelectField
            name={`${prefix}state`}
            label="State"
            options={states}
            prompt="Choose a state"
            autoComplete={token('address-level1')}
          />
        ) : (
          <TextField
            name={`${prefix}state`}
            label="State or province"
            autoComplete={token('address-level1')}
          />
        )}
        <TextField
          name={`${prefix}zip`}
          label={isAmerican ? 'ZIP code' : 'Postal code'}
          autoComplete={token('postal-code')}
          inputMode={isAmerican ? 'numeric' : 'text'}
        />
      </div>
      <SelectField
        name={`${prefix}country`}
        label="Country"
        options={countryOptions}
        autoComplete={token('country')}
      />
    </div>
  );
}

function SecondLine({ name, autoComplete }: { name: string; autoComplete: string }) {
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
