import { MAX_HEADLINE_LENGTH } from '#server/domains/stores/business-draft.schema.ts';
import { valueOrNull } from '#server/lib/readers/reading.ts';
import { readWebAddress } from '#server/lib/readers/web-address.ts';
import { CheckboxField } from '#web/ui/form/checkbox-field.tsx';
import { DollarField } from '#web/ui/form/dollar-field.tsx';
import { useFieldValue } from '#web/ui/form/field-context.tsx';
import { TextField } from '#web/ui/form/fields.tsx';
import formClasses from '#web/ui/form/form.module.css';
import { RichTextField } from '#web/ui/rich-text/rich-text-field.tsx';
import layout from '#web/ui/styles/layout.module.css';
import { PromotionItem } from '../../promotions/promotion-item.tsx';
import { DateField } from '../date-field.tsx';
import classes from '../owner.module.css';
import { UrlField } from '../url-field.tsx';

/**
 * `pathPrefix` is the promotion's path in the form's values, with a trailing dot, such as 'promotions.0.'.
 */
export function PromotionFields({ pathPrefix }: { pathPrefix: string }) {
  return (
    <>
      <TextField
        name={`${pathPrefix}headline`}
        label="Headline"
        optional
        description="The offer in a few words, such as “Ten percent off before noon.” Search results show it."
        autoComplete="off"
        maxLength={MAX_HEADLINE_LENGTH}
      />
      <RichTextField
        name={`${pathPrefix}info`}
        label="Description"
        description="What members get, and what they need to do to get it."
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
          description="The last day it’s good."
        />
      </div>
      <DollarField
        name={`${pathPrefix}savesCents`}
        label="One use saves"
        optional
        description="In dollars. Leave blank if it depends on what members buy."
      />
      <UrlField name={`${pathPrefix}url`} label="Link to the offer" optional />
      <UrlField name={`${pathPrefix}additionalUrl`} label="Additional link" optional />
      <CheckboxField name={`${pathPrefix}isOnline`} label="Online">
        Members use it online
      </CheckboxField>
      <PromotionPreview pathPrefix={pathPrefix} />
    </>
  );
}

const toText = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value.trim() : null);

/**
 * Completes a link the same way as leaving its field does. Otherwise, the layout would shift when a button
 * press makes the user leave the field.
 */
const toLink = (value: unknown) => valueOrNull(readWebAddress(toText(value) ?? ''));

function PromotionPreview({ pathPrefix }: { pathPrefix: string }) {
  const savesCents = useFieldValue(`${pathPrefix}savesCents`);
  const promotion = {
    id: 'preview',
    code: toText(useFieldValue(`${pathPrefix}code`)),
    info: toText(useFieldValue(`${pathPrefix}info`)) ?? '',
    url: toLink(useFieldValue(`${pathPrefix}url`)),
    additionalUrl: toLink(useFieldValue(`${pathPrefix}additionalUrl`)),
    validUntil: toText(useFieldValue(`${pathPrefix}validUntil`)),
    isOnline: useFieldValue(`${pathPrefix}isOnline`) === true,
    headline: toText(useFieldValue(`${pathPrefix}headline`)),
    savesCents: typeof savesCents === 'number' && savesCents > 0 ? savesCents : null,
  };
  return (
    <section className={classes.preview} aria-label="Preview">
      <p>What members see</p>
      <ul className={layout.list}>
        <PromotionItem promotion={promotion} />
      </ul>
    </section>
  );
}
