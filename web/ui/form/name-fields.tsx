import { TextField } from './fields.tsx';
import classes from './form.module.css';

interface NameFieldsProps {
  prefix?: string;
  /** False for another person's name, which the browser would autofill with the buyer's. */
  isOwnName?: boolean;
}

export function NameFields({ prefix = '', isOwnName = true }: NameFieldsProps) {
  return (
    <div className={classes.pair}>
      <TextField
        name={`${prefix}firstname`}
        label="First name"
        autoComplete={isOwnName ? 'given-name' : 'off'}
        autoCapitalize="words"
      />
      <TextField
        name={`${prefix}lastname`}
        label="Last name"
        autoComplete={isOwnName ? 'family-name' : 'off'}
        autoCapitalize="words"
      />
    </div>
  );
}
