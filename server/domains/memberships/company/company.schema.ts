import { z } from 'zod';
import { addressFields, usAddressRules } from '../../../lib/address.schema.ts';
import { emailLine, optionalLine, optionalReference, phoneLine, requiredLine } from '../../../lib/text.ts';
import { promoCodeInput } from '../../catalog/promo-code.schema.ts';
import { membershipState } from '../membership.schema.ts';
import { stateSummary } from '../state/state.schema.ts';

const REQUIRED = 'Required Field';

/** The company that buys cards for its employees. */
export const companyForm = z
  .object({
    name: requiredLine(REQUIRED, 200),
    reference: optionalReference(),
    ...addressFields(REQUIRED),
    email: emailLine(REQUIRED),
    phone: phoneLine(REQUIRED),
    /** The promo code that the checkout suggests for the first payment. */
    code: promoCodeInput,
  })
  .check(usAddressRules);
export type CompanyForm = z.infer<typeof companyForm>;

/** What the company's page shows and edits. */
export const company = z.object({
  id: z.uuid(),
  ...companyForm.shape,
  /** The purchase order number on receipts. Null if the company uses none. */
  poNumber: z.string().nullable(),
  version: z.int(),
});
export type Company = z.infer<typeof company>;

/** What a company's receipts show. */
export type Payer = Pick<Company, 'name' | 'poNumber'>;

export const MAX_PO_NUMBER_LENGTH = 40;

/** The details that a company with cards can edit. `version` is the one that the edit was based on. */
export const companyDetails = z
  .object({
    name: companyForm.shape.name,
    ...addressFields(REQUIRED),
    email: companyForm.shape.email,
    phone: companyForm.shape.phone,
    poNumber: optionalLine(MAX_PO_NUMBER_LENGTH),
    version: z.int().min(1).max(1_000_000_000),
  })
  .check(usAddressRules);
export type CompanyDetails = z.output<typeof companyDetails>;

/** The number of cards per plan. */
export const cardCounts = z.object({ personal: z.int(), family: z.int() });
export type CardCounts = z.infer<typeof cardCounts>;

/** The payment's receipt is at `/api/receipt?id=` followed by `receiptId`. */
export const companyPayment = z.object({
  receiptId: z.uuid(),
  /** 'Corporate cards', 'Renewal', or 'Added cards'. */
  description: z.string(),
  paidAt: z.date(),
  amountCents: z.int(),
  refundedCents: z.int(),
});

/** The company's latest plan, which may have ended. */
export const companyPlan = z.object({
  /** The number of the company's own membership. */
  number: z.string(),
  state: membershipState,
  /** The label of `summary`. */
  statusText: z.string(),
  summary: stateSummary,
  periodStart: z.date(),
  periodEnd: z.date(),
  canceled: z.boolean(),
  /** Null if the plan won't renew, or if a payment is overdue. */
  nextCharge: z.object({ at: z.date(), amountCents: z.int() }).nullable(),
  canCancel: z.boolean(),
  /** True if the company can undo a cancellation. */
  canResume: z.boolean(),
  /** True if cards can be added and employees replaced. */
  canChange: z.boolean(),
  /** True if the plan renews. Cards can then be removed at the end of the paid period. */
  canRemove: z.boolean(),
  /** Newest first. */
  payments: z.array(companyPayment),
});
export type CompanyPlan = z.infer<typeof companyPlan>;

export const companyView = z.object({
  /** Null until the company form is saved. */
  company: company.nullable(),
  /**
   * The name of the account that referred the company. Null if there is none, or if it no longer refers
   * anyone.
   */
  referrerLabel: z.string().nullable(),
  /**
   * Counts the cards on the current plan, except replaced and refunded ones. Both counts are 0 if the plan
   * has ended.
   */
  counts: cardCounts,
  /** personal + 2 × family, because a family card counts as two. */
  planCount: z.int(),
  /** A company that has cards adds more on its own page, not in the wizard. */
  hasCards: z.boolean(),
  /** Owners of a business plan may buy fewer cards than the minimum. */
  minimumWaived: z.boolean(),
  /** Null if the company never bought one. */
  plan: companyPlan.nullable(),
});
export type CompanyView = z.infer<typeof companyView>;

export const COMPANY_CARDS_PER_PAGE = 25;

export const companyCardsInput = z.object({
  page: z.int().min(1).max(100_000).default(1),
  /** Part of a name, an email address, or a membership number. */
  search: optionalLine(100),
});

export const invitationState = z.enum(['none', 'sent', 'claimed']);

export const companyCard = z.object({
  /** The membership's id. */
  id: z.uuid(),
  /** 12 characters, without hyphens. */
  number: z.string(),
  plan: z.int(),
  planName: z.string(),
  isFamily: z.boolean(),
  firstname: z.string(),
  lastname: z.string(),
  spouseFirstName: z.string().nullable(),
  spouseLastName: z.string().nullable(),
  familyMembers: z.array(z.string()),
  email: z.string().nullable(),
  phone: z.string(),
  state: membershipState,
  statusText: z.string(),
  /** 'none': there is no email address. 'sent': the invitation was sent or is queued. */
  invitation: invitationState,
  invitedAt: z.date().nullable(),
  claimedAt: z.date().nullable(),
  /** When the card ends because the company removed it. Null if it renews with the plan. */
  endsAt: z.date().nullable(),
  /** A sentence about `endsAt`. */
  endsText: z.string().nullable(),
  /** The employee's own address. Null if mail goes to the company. */
  address: z
    .object({
      street1: z.string(),
      street2: z.string().nullable(),
      city: z.string(),
      state: z.string(),
      zip: z.string(),
      country: z.string(),
    })
    .nullable(),
});
export type CompanyCard = z.infer<typeof companyCard>;

/** One page, oldest first. `count` includes all pages. */
export const companyCards = z.object({ count: z.int(), cards: z.array(companyCard) });
