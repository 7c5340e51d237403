import { NameField } from './fields.tsx';
import classes from './form.module.css';

interface NameFieldsProps {
  prefix?: string;
  /** Set to false for another person's name. Otherwise the browser would fill in the buyer's name. */
  isOwnName?: boolean;
}

export function NameFields({ prefix = '', isOwnName = true }: NameFieldsProps) {
  return (
    <div className={classes.pair}>
      <NameField
        name={`${prefix}firstname`}
        label="First name"
        autoComplete={isOwnName ? 'given-name' : 'off'}
      />
      <NameField
        name={`${prefix}lastname`}
        label="Last name"
        autoComplete={isOwnName ? 'family-name' : 'off'}
      />
    </div>
  );
}
