import { TextInput } from '@mantine/core';
import '#web/ui/styles/mantine-rest.css';
import { useEffect, useRef, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { useField } from '#web/ui/form/field-context.tsx';
import formClasses from '#web/ui/form/form.module.css';
import classes from './checkout.module.css';
import type { PaymentValues } from './payment-values.ts';
import type { PromoCodeEntry, QuoteWithCode } from './use-promo-code.ts';

interface PromoCodeFieldProps {
  values: PaymentValues;
  set(patch: Partial<PaymentValues>): void;
  promo: PromoCodeEntry;
  quoteWithCode: QuoteWithCode;
}

/** Most buyers have no promo code, so the field is hidden behind a link. */
export function PromoCodeField({ values, set, promo, quoteWithCode }: PromoCodeFieldProps) {
  const { promoEntry, discountCode } = values;
  const field = useField('discountCode', 'Promo code');
  const [isOpen, setIsOpen] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const error = promo.errorFor(promoEntry) ?? field.error;

  useEffect(() => {
    if (isOpen) input.current?.focus();
  }, [isOpen]);

  async function apply() {
    const patch = await promo.apply(promoEntry, quoteWithCode);
    set(patch);
    if (patch.discountCode === null) input.current?.focus();
  }

  function remove() {
    set({ promoEntry: '', discountCode: null });
    setIsOpen(true);
  }

  if (discountCode !== null) {
    return (
      <div className={classes.applied}>
        <p role="status">
          <strong>Promo Code Applied!</strong> {discountCode}
        </p>
        <Button variant="quiet" onClick={remove} aria-label="Remove promo code">
          Remove
        </Button>
      </div>
    );
  }
  if (!isOpen && promoEntry === '' && error === undefined) {
    return (
      <button type="button" className={formClasses.reveal} onClick={() => setIsOpen(true)}>
        Add a promo code
      </button>
    );
  }
  return (
    <div className={classes.promo}>
      <TextInput
        ref={input}
        id={field.id}
        name="discountCode"
        label="Promo code"
        size="md"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        value={promoEntry}
        error={error}
        onChange={(event) => set({ promoEntry: event.currentTarget.value, discountCode: null })}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          if (promoEntry.trim() !== '') void apply();
        }}
      />
      <Button
        variant="secondary"
        busy={promo.busy}
        disabled={promoEntry.trim() === ''}
        onClick={() => void apply()}
      >
        Apply
      </Button>
    </div>
  );
}
