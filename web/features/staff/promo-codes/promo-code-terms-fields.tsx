import type { PromoCodeTermsInput } from '#server/domains/catalog/promo-code-terms.schema.ts';
import { centsToDollars, formatCents } from '#server/lib/money.ts';
import { readPromoCode } from '#server/lib/readers/promo-code.ts';
import type { RouterOutputs } from '#web/lib/trpc.ts';
import { CheckboxField } from '#web/ui/form/checkbox-field.tsx';
import { useFieldValue } from '#web/ui/form/field-context.tsx';
import { SelectField, TextField } from '#web/ui/form/fields.tsx';
import classes from './promo-codes.module.css';

export type DiscountablePlan = RouterOutputs['staff']['promoCodes']['plans'][number];
type PromoCode = RouterOutputs['staff']['promoCodes']['detail'];

const toText = (value: number | null) => (value === null ? '' : String(value));

/** Returns the form's initial values: an existing code's terms, or the defaults of a new code. */
export function createTerms(plans: readonly DiscountablePlan[], code?: PromoCode): PromoCodeTermsInput {
  return {
    id: code?.code ?? '',
    revision: code?.revision ?? 0,
    code: code?.code ?? '',
    discount: getDiscountKind(code),
    percentOff: toText(code?.percentOff ?? null),
    amountOff: code?.amountOff == null ? '' : centsToDollars(code.amountOff),
    isFree: code?.isFree ?? false,
    periods: toText(code ? code.periods : 1),
    maxUses: toText(code?.maxUses ?? null),
    maxUsesPerBuyer: toText(code ? code.maxUsesPerBuyer : 1),
    validFrom: code?.firstDay ?? '',
    validUntil: code?.lastDay ?? '',
    plans: plans.map(({ id }) => {
      const includedPlan = code?.plans.find(({ planId }) => planId === id);
      const priceCents = includedPlan?.recurringPriceCents ?? null;
      return {
        planId: id,
        isIncluded: includedPlan !== undefined,
        price: priceCents === null ? '' : centsToDollars(priceCents),
      };
    }),
  };
}

function getDiscountKind(code: PromoCode | undefined): PromoCodeTermsInput['discount'] {
  if (!code || code.percentOff !== null) return 'percent';
  return code.amountOff === null ? 'prices' : 'amount';
}

/** Fields for all terms of a promo code. */
export function PromoCodeTermsFields({ plans }: { plans: readonly DiscountablePlan[] }) {
  const discount = useFieldValue('discount');
  return (
    <>
      <TextField
        name="code"
        label="Code"
        read={readPromoCode}
        autoComplete="off"
        autoCapitalize="characters"
        initialFocus
      />
      <SelectField
        name="discount"
        label="Discount"
        options={[
          { value: 'percent', label: 'Percentage off' },
          { value: 'amount', label: 'Amount off' },
          { value: 'prices', label: 'A price for each plan' },
        ]}
      />
      {discount === 'percent' ? <TextField name="percentOff" label="Percent" inputMode="decimal" /> : null}
      {discount === 'amount' ? <TextField name="amountOff" label="Amount in $" inputMode="decimal" /> : null}
      <TextField
        name="periods"
        label="Periods"
        optional
        inputMode="numeric"
        description="How many billing periods the discount lasts. Leave blank for every period."
      />
      <CheckboxField
        name="isFree"
        label="No card"
        description="Only for a free first period, which then ends on its own."
      >
        Buyers don’t need a card
      </CheckboxField>
      <LimitFields />
      <TextField name="validFrom" label="First day" optional type="date" />
      <fieldset className={classes.plans}>
        <legend>Plans</legend>
        <p>Choose none to make the code work for every plan.</p>
        {plans.map((plan, index) => (
          <PlanFields key={plan.id} plan={plan} path={`plans.${index}`} />
        ))}
      </fieldset>
    </>
  );
}

/** Fields for the terms that can change even after a code was used. */
export function LimitFields() {
  return (
    <>
      <TextField name="maxUses" label="Uses in total" inputMode="numeric" />
      <TextField
        name="maxUsesPerBuyer"
        label="Uses per buyer"
        optional
        inputMode="numeric"
        description="Leave blank for any number."
      />
      <TextField
        name="validUntil"
        label="Last day"
        optional
        type="date"
        description="Until midnight in Denver. Leave blank for no end."
      />
    </>
  );
}

function PlanFields({ plan, path }: { plan: DiscountablePlan; path: string }) {
  const isIncluded = useFieldValue(`${path}.isIncluded`) === true;
  const label = `${plan.name}, ${formatCents(plan.priceCents)} a ${plan.interval}`;
  return (
    <div className={classes.plan}>
      <CheckboxField name={`${path}.isIncluded`} label={label}>
        {label}
      </CheckboxField>
      {isIncluded ? (
        <TextField
          name={`${path}.price`}
          label={`Price of ${plan.name} in $`}
          optional
          inputMode="decimal"
          description="Replaces the discount. Leave blank to apply the discount."
        />
      ) : null}
    </div>
  );
}
