import { useCurrentErrors } from './field-context.tsx';
import { NameField } from './fields.tsx';
import classes from './form.module.css';
import { LatinNameField } from './latin-name-field.tsx';

interface NameFieldsProps {
  prefix?: string;
  /** Set to false for another person's name. Otherwise the browser would fill in the buyer's name. */
  isOwnName?: boolean;
}

export function NameFields({ prefix = '', isOwnName = true }: NameFieldsProps) {
  const [first, last] = [`${prefix}firstname`, `${prefix}lastname`];
  return (
    <>
      <div className={classes.pair}>
        <NameField name={first} label="First name" autoComplete={isOwnName ? 'given-name' : 'off'} />
        <LastNameField name={last} isOwnName={isOwnName} />
      </div>
      <LatinNameField name={`${prefix}latinName`} of={first} lastnameOf={last} />
    </>
  );
}

/** Explains what someone with one name can enter, once the field was refused. */
function LastNameField({ name, isOwnName }: { name: string; isOwnName: boolean }) {
  const isRefused = useCurrentErrors().errors[name] !== undefined;
  return (
    <NameField
      name={name}
      label="Last name"
      description={isRefused ? 'Only one name? Enter a hyphen (-).' : undefined}
      autoComplete={isOwnName ? 'family-name' : 'off'}
    />
  );
}
