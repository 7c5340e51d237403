import type { RequiredTaxForm } from '#server/checkout/kinds/affiliate-signup/affiliate-signup.schema.ts';
import classes from '../checkout.module.css';
import { W8Fields } from './w8-fields.tsx';
import { W9Fields } from './w9-fields.tsx';

export function TaxForm({ asked }: { asked: RequiredTaxForm }) {
  if (asked === null) return null;
  return (
    <>
      <p className={classes.hint}>
        {asked === 'w9'
          ? 'Before we can pay you, US tax law asks us for your form W-9.'
          : 'You live outside the United States: US tax law asks us for your form W-8BEN.'}
      </p>
      {asked === 'w9' ? <W9Fields asksUsPerson={false} /> : <W8Fields />}
    </>
  );
}
