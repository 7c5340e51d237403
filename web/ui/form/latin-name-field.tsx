import { needsLatinName } from '#server/lib/document-name.ts';
import { readLatinName } from '#server/lib/readers/name.ts';
import { useFieldValue } from './field-context.tsx';
import { NameField, TextField, toText } from './fields.tsx';
import classes from './form.module.css';

interface LatinNameFieldProps {
  name: string;
  label?: string;
  /** The path of the name, or of the first name. */
  of: string;
  /** The path of the last name. */
  lastnameOf?: string;
}

/** Shown only while documents can't print the name. */
export function LatinNameField({
  name,
  label = 'Name in Latin letters',
  of,
  lastnameOf = of,
}: LatinNameFieldProps) {
  const firstname = toText(useFieldValue(of));
  const lastname = toText(useFieldValue(lastnameOf));
  if (!needsLatinName({ firstname, lastname })) return null;
  return (
    <TextField
      name={name}
      label={label}
      description="For printed documents, such as cards and receipts. For example, Wang Xiaoming."
      read={readLatinName}
      autoCapitalize="words"
      autoComplete="off"
    />
  );
}

/** The spouse on a family card. */
export function SpouseFields({ prefix = '' }: { prefix?: string }) {
  const [first, last] = [`${prefix}spouseFirstName`, `${prefix}spouseLastName`];
  return (
    <>
      <div className={classes.pair}>
        <NameField name={first} label="Spouse’s first name" optional autoComplete="off" />
        <NameField name={last} label="Spouse’s last name" optional autoComplete="off" />
      </div>
      <LatinNameField
        name={`${prefix}spouseLatinName`}
        label="Spouse’s name in Latin letters"
        of={first}
        lastnameOf={last}
      />
    </>
  );
}

/** A name on a family card other than the holder's and the spouse's. `path` is the person's. */
export function FamilyMemberFields({ path, label }: { path: string; label: string }) {
  return (
    <div className={classes.group}>
      <NameField name={`${path}.name`} label={label} autoComplete="off" />
      <LatinNameField name={`${path}.latinName`} label={`${label} in Latin letters`} of={`${path}.name`} />
    </div>
  );
}
