import { RESTAURANTS } from '#server/domains/webinar/webinar-rules.shared.ts';
import { toFailure } from '#web/lib/errors.ts';
import { trpc } from '#web/lib/trpc.ts';
import { Button } from '#web/ui/button.tsx';
import { EmailField, NameField, PhoneField, SelectField, TextField } from '#web/ui/form/fields.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { lazySchema } from '#web/ui/form/lazy-schema.ts';
import type { WebinarCode } from './use-webinar-code.ts';
import classes from './webinar.module.css';

const schema = lazySchema(
  async () => (await import('#server/domains/webinar/webinar.schema.ts')).webinarSurvey,
);
const restaurants = RESTAURANTS.map((name) => ({ value: name, label: name }));

interface SurveyFormProps {
  code: string;
  reward: string;
  onDone(code: WebinarCode): void;
  /** Called if the code was already redeemed, for example in another tab. */
  onRefused(): void;
  onBack(): void;
}

export function SurveyForm({ code, reward, onDone, onRefused, onBack }: SurveyFormProps) {
  const send = trpc.webinar.submitSurvey.useMutation();
  return (
    <section className={classes.survey} aria-labelledby="survey-title">
      <h2 id="survey-title" tabIndex={-1}>
        Free Lunch Survey - {reward}
      </h2>
      <Form
        initial={{ businessName: '', name: '', email: '', phone: '', restaurant: '' }}
        schema={schema}
        onSubmit={async (values) => {
          try {
            const survey = (await schema.load()).parse(values);
            onDone(await send.mutateAsync({ code, form: survey }));
          } catch (error) {
            if (toFailure(error).code !== 'WEBINAR_REDEEMED') throw error;
            onRefused();
          }
        }}
        submitLabel="Submit survey"
        secondary={
          <Button variant="quiet" onClick={onBack}>
            Back to the offer
          </Button>
        }
      >
        <TextField
          name="businessName"
          label="Business name"
          autoComplete="organization"
          autoCapitalize="words"
        />
        <NameField name="name" label="Your name" autoComplete="name" />
        <EmailField description="We’ll send the certificate here." />
        <PhoneField />
        <SelectField
          name="restaurant"
          label="Restaurant for your lunch"
          options={restaurants}
          prompt="Choose a restaurant"
        />
      </Form>
    </section>
  );
}
