import { useState } from 'react';
import { w8Filing, w9Filing } from '#server/domains/affiliates/tax-forms/tax-form.schema.ts';
import { TAX_FORM_NAMES } from '#server/domains/affiliates/tax-forms/tax-year.shared.ts';
import { TaxForm } from '#web/features/checkout/tax-forms/tax-form.tsx';
import { emptyW8, emptyW9 } from '#web/features/checkout/tax-forms/tax-form-values.ts';
import { trpc } from '#web/lib/trpc.ts';
import { Button } from '#web/ui/button.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { Notice } from '#web/ui/page/notice.tsx';
import layout from '#web/ui/styles/layout.module.css';
import classes from '../own-affiliate.module.css';
import { formatDay, type Payouts } from './payouts.ts';

/** Shows the tax forms on file. If there are none, lets the affiliate file one. */
export function PayoutTaxForm({ taxForms }: Pick<Payouts, 'taxForms'>) {
  const [kind, setKind] = useState<'w9' | 'w8ben' | null>(null);
  return (
    <div className={classes.account}>
      <h3>Your tax form</h3>
      {taxForms.map((form) => (
        <p key={form.kind}>
          {TAX_FORM_NAMES[form.kind]} with the number {form.masked}, filed on {formatDay(form.acceptedAt)}.
        </p>
      ))}
      {taxForms.length > 0 ? null : (
        <>
          <Notice title="Your tax form is missing">
            Before we can pay you, US tax law requires us to have your form W-9 or, if you live outside the
            United States, your form W-8BEN.
          </Notice>
          <div className={layout.row}>
            <Button variant="secondary" aria-expanded={kind === 'w9'} onClick={() => setKind('w9')}>
              I live in the United States
            </Button>
            <Button variant="secondary" aria-expanded={kind === 'w8ben'} onClick={() => setKind('w8ben')}>
              I live outside the United States
            </Button>
          </div>
          {kind === 'w9' ? <W9Form /> : null}
          {kind === 'w8ben' ? <W8Form /> : null}
        </>
      )}
    </div>
  );
}

function W9Form() {
  const file = useFiling();
  return (
    <Form
      initial={{ kind: 'w9', w9: emptyW9 }}
      schema={w9Filing}
      submitLabel="File my W-9"
      onSubmit={(values) => file(w9Filing.parse(values))}
    >
      <TaxForm required="w9" />
    </Form>
  );
}

function W8Form() {
  const file = useFiling();
  return (
    <Form
      initial={{ kind: 'w8ben', w8: emptyW8 }}
      schema={w8Filing}
      submitLabel="File my W-8BEN"
      onSubmit={(values) => file(w8Filing.parse(values))}
    >
      <TaxForm required="w8" />
    </Form>
  );
}

function useFiling() {
  const utils = trpc.useUtils();
  const filing = trpc.affiliates.payouts.fileTaxForm.useMutation();
  return async (form: Parameters<typeof filing.mutateAsync>[0]) => {
    await filing.mutateAsync(form);
    await utils.affiliates.payouts.overview.invalidate();
  };
}
