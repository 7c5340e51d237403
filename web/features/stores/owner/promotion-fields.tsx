import { CheckboxField, TextField } from '#web/ui/form/fields.tsx';
import formClasses from '#web/ui/form/form.module.css';
import { RichTextField } from '#web/ui/rich-text/rich-text-field.tsx';
import { DateField } from './date-field.tsx';
import { UrlField } from './url-field.tsx';

/** The fields of one promotion. `at` is its path in the form, such as 'promotions.0.'. */
export function PromotionFields({ at }: { at: string }) {
  return (
    <>
      <RichTextField
        name={`${at}info`}
        label="Description"
        description="What members get, and what they have to do for it."
      />
      <div className={formClasses.pair}>
        <TextField
          name={`${at}code`}
          label="Code"
          optional
          description="What members show or type."
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={60}
        />
        <DateField
          name={`${at}validUntil`}
          label="Valid until"
          description="The last day on which it holds."
        />
      </div>
      <UrlField name={`${at}url`} label="Link to the offer" optional />
      <UrlField name={`${at}additionalUrl`} label="Additional link" optional />
      <CheckboxField name={`${at}isOnline`} label="Online">
        Members use it online
      </CheckboxField>
    </>
  );
}
