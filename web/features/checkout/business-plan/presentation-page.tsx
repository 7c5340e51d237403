import { AUDIENCE_SIZE } from '#server/lib/business-rules.ts';
import { EmailField, TextField } from '#web/ui/form/fields.tsx';
import { RadioField } from '#web/ui/form/radio-field.tsx';
import classes from '../checkout.module.css';

const futureOptions = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
  { value: 'maybe', label: 'Maybe' },
];

export function PresentationPage() {
  return (
    <>
      <p className={classes.hint}>
        We present your business to groups of members and partners: up to {AUDIENCE_SIZE} a year. We’ll
        arrange the time and content with your contact.
      </p>
      <TextField
        name="presentationContactName"
        label="Contact name"
        autoComplete="name"
        autoCapitalize="words"
      />
      <EmailField name="presentationContactEmail" label="Contact email" />
      <TextField
        name="presentationTime"
        label="Best time"
        description="For example, weekday mornings, but not in December."
        optional
        autoComplete="off"
      />
      <RadioField
        name="presentationFuture"
        label="More presentations in the future"
        description="Are you interested?"
        options={futureOptions}
      />
    </>
  );
}
