import { Input, useComputedColorScheme } from '@mantine/core';
import type { StripeElementStyle } from '@stripe/stripe-js';
import { type ComponentType, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useField } from '#web/ui/form/field-context.tsx';
import { COMPLETE_CARD_FIELD } from './card-fields.schema.ts';
import classes from './card-input.module.css';

interface PartChange {
  empty: boolean;
  complete: boolean;
  error?: { code: string; message: string } | undefined;
}

interface PartProps {
  id: string;
  options: { style: StripeElementStyle; placeholder?: string; showIcon?: boolean };
  onChange(change: PartChange): void;
  onReady(element: { focus(): void }): void;
  onFocus(): void;
  onBlur(): void;
}

interface CardInputProps {
  name: string;
  label: string;
  /** One of Stripe's inputs, in an iframe: the page never sees the card data. */
  part: ComponentType<PartProps>;
  placeholder?: string;
  showIcon?: boolean;
}

function describeState({ empty, complete, error }: PartChange): string {
  if (complete) return COMPLETE_CARD_FIELD.complete;
  if (error !== undefined && !error.code.startsWith('incomplete')) return error.message;
  return empty ? COMPLETE_CARD_FIELD.empty : COMPLETE_CARD_FIELD.incomplete;
}

/** Stripe's iframe can't see our style sheet, so it gets the current colors as options. */
function usePartStyle(): StripeElementStyle {
  const scheme = useComputedColorScheme('light');
  return useMemo(() => {
    const root = getComputedStyle(document.documentElement);
    const color = (role: string) => root.getPropertyValue(`--${role}`).trim();
    return {
      base: {
        color: color('ink'),
        fontFamily: `'Bricolage Grotesque Variable', ui-sans-serif, system-ui, sans-serif`,
        fontSize: '16px',
        '::placeholder': { color: color('ink-soft') },
        ':-webkit-autofill': { color: color(scheme === 'dark' ? 'on-action' : 'ink') },
      },
      invalid: { color: color('danger') },
    };
  }, [scheme]);
}

export function CardInput({ name, label, part: Part, ...options }: CardInputProps) {
  const element = useRef<{ focus(): void }>(null);
  const focus = useCallback(() => element.current?.focus(), []);
  const field = useField(name, label, focus);
  const [focused, setFocused] = useState(false);
  const style = usePartStyle();

  const { setValue } = field;
  const reset = useRef(setValue);
  reset.current = setValue;
  // A newly mounted iframe is empty, whatever the form's state says.
  useEffect(() => reset.current(COMPLETE_CARD_FIELD.empty), []);

  return (
    <Input.Wrapper id={field.id} label={label} error={field.error} size="md">
      <div
        className={classes.box}
        data-focused={focused || undefined}
        data-error={field.error ? true : undefined}
      >
        <Part
          id={field.id}
          options={{ ...options, style }}
          onChange={(change) => setValue(describeState(change))}
          onReady={(ready) => {
            element.current = ready;
          }}
          onFocus={() => setFocused(true)}
          onBlur={() => setFocused(false)}
        />
      </div>
    </Input.Wrapper>
  );
}
