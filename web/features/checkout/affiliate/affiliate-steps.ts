import { z } from 'zod';
import type { AffiliateRole } from '#server/domains/affiliates/affiliate.schema.ts';
import {
  affiliateFamily,
  affiliateInformation,
  affiliateReference,
  affiliateTaxForm,
  findRequiredTaxForm,
  loyaltyInformation,
  membershipChoice,
  type RequiredTaxForm,
} from '#server/domains/checkout/kinds/affiliate-signup/affiliate-signup.schema.ts';
import type { WizardStep } from '#web/ui/wizard/wizard-steps.ts';
import { PAYMENT_FIELDS, paymentSchema } from '../payment-values.ts';
import { withChosenReference } from '../reference-values.ts';
import { type AffiliateValues, DONATES, FAMILY, INDIVIDUAL } from './affiliate-values.ts';

export interface AffiliateStepConditions {
  role: AffiliateRole;
  hasW9: boolean;
  hasW8: boolean;
  /** True if the account has a valid membership. Then no membership is offered (D22). */
  isMember: boolean;
  /** False if nothing is due because the promo code makes the membership free (D25). */
  cardNeeded: boolean;
}

export type AffiliateStep = WizardStep<AffiliateValues>;
export type AffiliateStepId = 'information' | 'family' | 'reference' | 'business' | 'payment';

type TaxFormChoices = Pick<
  AffiliateValues,
  'purchaseMembership' | 'donate' | 'compensationOption' | 'country'
>;

/** Whether the Your Information page offers a membership (D22). */
export function offersMembership({
  role,
  isMember,
}: Pick<AffiliateStepConditions, 'role' | 'isMember'>): boolean {
  return role !== 'loyalty' && !isMember;
}

/** Returns the plan number to buy with the signup, or null for none. */
export function selectedMembership(
  { purchaseMembership }: Pick<TaxFormChoices, 'purchaseMembership'>,
  conditions: Pick<AffiliateStepConditions, 'role' | 'isMember'>,
): 0 | 1 | null {
  if (!offersMembership(conditions)) return null;
  if (purchaseMembership === FAMILY) return 1;
  return purchaseMembership === INDIVIDUAL ? 0 : null;
}

/**
 * Determines which tax form to request. Loyalty affiliates donate through a compensation option, all others
 * through a checkbox.
 */
export function requiredTaxForm(
  values: TaxFormChoices,
  conditions: AffiliateStepConditions,
): RequiredTaxForm {
  const { role, hasW9, hasW8 } = conditions;
  const donates = role === 'loyalty' ? values.compensationOption === DONATES : values.donate;
  return findRequiredTaxForm({ country: values.country, donates, hasW9, hasW8 });
}

const parseChoice = (choice: string) => (choice === '' ? null : Number(choice));

/** Converts the radio buttons' text to the numbers that the schemas expect. */
export function parseChoices(values: AffiliateValues) {
  const { purchaseMembership, compensationOption } = values;
  return {
    ...values,
    purchaseMembership: parseChoice(purchaseMembership),
    compensationOption: parseChoice(compensationOption),
  };
}

/** Converts the radio buttons' text before validating it, because the server gets the converted values. */
const withParsedChoices = (schema: (values: AffiliateValues) => z.ZodType) => (values: AffiliateValues) =>
  z.preprocess(() => parseChoices(values), schema(values));

const fieldNames = (page: { shape: object }) => Object.keys(page.shape);
const TAX_FORMS = ['w9', 'w8'];

export function affiliateSteps(conditions: AffiliateStepConditions): Record<AffiliateStepId, AffiliateStep> {
  const { role, cardNeeded } = conditions;
  const isLoyalty = role === 'loyalty';
  const membership = offersMembership(conditions)
    ? z.object({ purchaseMembership: membershipChoice })
    : z.object({});
  return {
    information: {
      id: 'information',
      schema: withParsedChoices((values) =>
        isLoyalty
          ? affiliateInformation
          : affiliateInformation.and(membership).and(affiliateTaxForm(requiredTaxForm(values, conditions))),
      ),
      fields: [
        ...fieldNames(affiliateInformation),
        ...(isLoyalty ? [] : ['purchaseMembership', 'donate', ...TAX_FORMS]),
      ],
    },
    family: {
      id: 'family',
      condition: (values) => selectedMembership(values, conditions) === 1,
      schema: affiliateFamily,
      fields: fieldNames(affiliateFamily),
    },
    reference: {
      id: 'reference',
      condition: () => !isLoyalty,
      schema: withChosenReference(affiliateReference),
      fields: fieldNames(affiliateReference),
    },
    business: {
      id: 'business',
      condition: () => isLoyalty,
      schema: withParsedChoices((values) =>
        withChosenReference(loyaltyInformation).and(affiliateTaxForm(requiredTaxForm(values, conditions))),
      ),
      fields: [...fieldNames(loyaltyInformation), ...TAX_FORMS],
    },
    payment: {
      id: 'payment',
      condition: (values) => selectedMembership(values, conditions) !== null,
      schema: paymentSchema(cardNeeded),
      fields: PAYMENT_FIELDS,
    },
  };
}
