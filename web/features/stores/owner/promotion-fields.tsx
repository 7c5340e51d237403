import { CheckboxField, TextField } from '#web/ui/form/fields.tsx';
import formClasses from '#web/ui/form/form.module.css';
import { RichTextField } from '#web/ui/rich-text/rich-text-field.tsx';
import { DateField } from './date-field.tsx';
import { UrlField } from './url-field.tsx';

/**
 * `pathPrefix` is the promotion's path in the form's values, with a trailing dot, such as 'promotions.0.'.
 */
export function PromotionFields({ pathPrefix }: { pathPrefix: string }) {
  return (
    <>
      <RichTextField
        name={`${pathPrefix}info`}
        label="Description"
        description="What members get, and what they have to do for it."
      />
      <div className={formClasses.pair}>
        <TextField
          name={`${pathPrefix}code`}
          label="Code"
          optional
          description="What members show or type."
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={60}
        />
        <DateField
          name={`${pathPrefix}validUntil`}
          label="Valid until"
          description="The last day on which it holds."
        />
      </div>
      <UrlField name={`${pathPrefix}url`} label="Link to the offer" optional />
      <UrlField name={`${pathPrefix}additionalUrl`} label="Additional link" optional />
      <CheckboxField name={`${pathPrefix}isOnline`} label="Online">
        Members use it online
      </CheckboxField>
    </>
  );
}
