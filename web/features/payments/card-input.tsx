import { Input, useComputedColorScheme } from '@mantine/core';
import '#web/ui/styles/mantine-rest.css';
import type { StripeElementStyle } from '@stripe/stripe-js';
import { type ComponentType, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useField } from '#web/ui/form/field-context.tsx';
import { CARD_FIELD_STATES } from './card-fields.schema.ts';
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
  /** One of Stripe's inputs. It lives in an iframe, so the page never sees the card data. */
  part: ComponentType<PartProps>;
  placeholder?: string;
  showIcon?: boolean;
}

function describeState({ empty, complete, error }: PartChange): string {
  if (complete) return CARD_FIELD_STATES.complete;
  if (error !== undefined && !error.code.startsWith('incomplete')) return error.message;
  return empty ? CARD_FIELD_STATES.empty : CARD_FIELD_STATES.incomplete;
}

/** Stripe's iframe can't use our style sheet, so this passes it the current colors. */
function usePartStyle(): StripeElementStyle {
  const colorScheme = useComputedColorScheme('light');
  return useMemo(() => {
    const root = getComputedStyle(document.documentElement);
    const color = (role: string) => root.getPropertyValue(`--${role}`).trim();
    return {
      base: {
        color: color('ink'),
        fontFamily: `'Bricolage Grotesque Variable', ui-sans-serif, system-ui, sans-serif`,
        fontSize: '16px',
        '::placeholder': { color: color('ink-soft') },
        ':-webkit-autofill': { color: color(colorScheme === 'dark' ? 'on-action' : 'ink') },
      },
      invalid: { color: color('danger') },
    };
  }, [colorScheme]);
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
  // A newly mounted iframe is empty, even if the form's state says otherwise.
  useEffect(() => reset.current(CARD_FIELD_STATES.empty), []);

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
