import type { RequiredTaxForm } from '#server/domains/checkout/kinds/affiliate-signup/affiliate-signup.schema.ts';
import classes from '../checkout.module.css';
import { W8Fields } from './w8-fields.tsx';
import { W9Fields } from './w9-fields.tsx';

export function TaxForm({ required }: { required: RequiredTaxForm }) {
  if (required === null) return null;
  return (
    <>
      <p className={classes.hint}>
        {required === 'w9'
          ? 'Before we can pay you, US tax law requires us to have your form W-9.'
          : 'Because you live outside the United States, US tax law requires us to have your form W-8BEN.'}
      </p>
      {required === 'w9' ? <W9Fields asksUsPerson={false} /> : <W8Fields />}
    </>
  );
}
