import { Textarea } from '@mantine/core';
import '#web/ui/styles/mantine-rest.css';
import { useDebouncedValue } from '@mantine/hooks';
import { MAX_SOCIAL_MEDIA_WORDS } from '#server/domains/business-plans/business-plan.schema.ts';
import { AUDIENCE_SIZE } from '#server/lib/business-rules.ts';
import { countWords } from '#server/lib/line-rules.ts';
import { CheckboxField } from '#web/ui/form/checkbox-field.tsx';
import { useField } from '#web/ui/form/field-context.tsx';
import { EmailField, NameField, TextField } from '#web/ui/form/fields.tsx';
import formClasses from '#web/ui/form/form.module.css';
import { RadioField } from '#web/ui/form/radio-field.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import classes from '../checkout.module.css';
import { FieldGroup } from '../field-group.tsx';

export function OptInsPage() {
  return (
    <>
      <p className={classes.hint}>
        Join any programs that fit your business. The next pages ask for what we need for each one.
      </p>
      <div className={classes.choices}>
        <CheckboxField
          name="loyalty"
          label="Sharing Program"
          description="You recommend memberships to your customers and partners. It’s open to US persons, and you’ll need a W-9."
        >
          Sharing Program
        </CheckboxField>
        <CheckboxField
          name="socialMedia"
          label="Social Media"
          description="We post about your business and promotions on our own accounts and with our affiliates."
        >
          Social Media
        </CheckboxField>
        <CheckboxField
          name="presentation"
          label="Presentation"
          description={`We present your business to groups of members and partners: up to ${AUDIENCE_SIZE} a year.`}
        >
          Presentation
        </CheckboxField>
      </div>
    </>
  );
}

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

const TOO_MANY_WORDS = `Please use at most ${MAX_SOCIAL_MEDIA_WORDS} words`;

/** Shows the word count while the user types. Screen readers announce it only after a pause. */
function SocialMediaInfoField() {
  const field = useField('socialMediaInfo', 'What should people know');
  const text = typeof field.value === 'string' ? field.value : '';
  const wordCount = countWords(text);
  const countText = `${wordCount} of ${MAX_SOCIAL_MEDIA_WORDS} words`;
  const [announcedCount] = useDebouncedValue(countText, 800);
  return (
    <div className={formClasses.group}>
      <Textarea
        id={field.id}
        name="socialMediaInfo"
        label={
          <>
            What should people know? <span className={formClasses.optional}>(optional)</span>
          </>
        }
        description="What you’re proud of, what’s new, and who you want to reach."
        rows={7}
        value={text}
        error={wordCount > MAX_SOCIAL_MEDIA_WORDS ? TOO_MANY_WORDS : field.error}
        onChange={(event) => field.setValue(event.currentTarget.value)}
        onBlur={field.onBlur}
      />
      <div className={classes.count}>
        <p aria-hidden="true" data-over={wordCount > MAX_SOCIAL_MEDIA_WORDS || undefined}>
          {countText}
        </p>
        <div aria-live="polite">
          <VisuallyHidden>{announcedCount}</VisuallyHidden>
        </div>
      </div>
    </div>
  );
}

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
      <NameField name="presentationContactName" label="Contact name" autoComplete="name" />
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
