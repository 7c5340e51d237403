import { AUDIENCE_SIZE } from '#server/lib/business-rules.ts';
import { CheckboxField } from '#web/ui/form/fields.tsx';
import classes from '../checkout.module.css';

export function OptInsPage() {
  return (
    <>
      <p className={classes.hint}>
        Take part in whatever fits your business. For each program the next pages ask what we need.
      </p>
      <div className={classes.choices}>
        <CheckboxField
          name="loyalty"
          label="Sharing Program"
          description="You recommend memberships to your customers and partners, and earn from it. It is open to US persons, and needs a W-9."
        >
          Sharing Program
        </CheckboxField>
        <CheckboxField
          name="socialMedia"
          label="Social Media"
          description="We post about your business and your promotions, on our accounts and together with affiliates."
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
