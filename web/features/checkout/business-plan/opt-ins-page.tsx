import { AUDIENCE_SIZE } from '#server/lib/business-rules.ts';
import { CheckboxField } from '#web/ui/form/checkbox-field.tsx';
import classes from '../checkout.module.css';

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
