import { TextField } from '#web/ui/form/fields.tsx';
import formClasses from '#web/ui/form/form.module.css';
import classes from '../checkout.module.css';
import { FieldGroup } from '../field-group.tsx';
import { SocialMediaInfoField } from './social-media-info-field.tsx';

const networks = [
  { name: 'facebook', label: 'Facebook' },
  { name: 'instagram', label: 'Instagram' },
  { name: 'twitter', label: 'Twitter' },
  { name: 'snapchat', label: 'Snapchat' },
  { name: 'pinterest', label: 'Pinterest' },
  { name: 'linkedin', label: 'LinkedIn' },
];

export function SocialMediaPage() {
  return (
    <>
      <p className={classes.hint}>
        We post about your business on our own accounts and with our affiliates. Skip any accounts you don’t
        have. We’ll never ask for your passwords.
      </p>
      <FieldGroup title="Your accounts">
        <div className={formClasses.pair}>
          {networks.map(({ name, label }) => (
            <TextField
              key={name}
              name={name}
              label={label}
              optional
              autoComplete="off"
              autoCapitalize="none"
            />
          ))}
        </div>
      </FieldGroup>
      <FieldGroup title="Your story">
        <SocialMediaInfoField />
      </FieldGroup>
    </>
  );
}
