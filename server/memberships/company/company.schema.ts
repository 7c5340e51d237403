import { z } from 'zod';
import { addressFields, usAddressRules } from '../../addresses/address.schema.ts';
import { promoCodeInput } from '../../catalog/promo-code.schema.ts';
import { emailLine, optionalLine, phoneLine, requiredLine } from '../../lib/text.ts';
import { membershipState } from '../membership.schema.ts';

const REQUIRED = 'Required Field';

/** The company that buys cards for its employees (SPEC sections 3 and 5, Corporate). */
export const companyForm = z
  .object({
    name: requiredLine(REQUIRED, 200),
    /** The referrer's account id. */
    reference: z
      .uuid()
      .nullish()
      .transform((value) => value ?? null),
    ...addressFields(REQUIRED),
    email: emailLine(REQUIRED),
    phone: phoneLine(REQUIRED),
    /** A promo code, which the payment begins with (DESIGN D24). */
    code: promoCodeInput,
  })
  .check(usAddressRules);
export type CompanyForm = z.infer<typeof companyForm>;

/** A company as its account reads it. */
export const company = z.object({ id: z.uuid(), ...companyForm.shape });
export type Company = z.infer<typeof company>;

/** How many cards of each kind; a family card counts as two (SPEC section 9). */
export const cardCounts = z.object({ personal: z.int(), family: z.int() });
export type CardCounts = z.infer<typeof cardCounts>;

/** One payment of a company, with a receipt of its own under `/api/receipt?id=`. Amounts in cents. */
export const companyPayment = z.object({
  receiptId: z.uuid(),
  /** 'Corporate cards', 'Renewal', 'Added cards'. */
  description: z.string(),
  paidAt: z.date(),
  amountCents: z.int(),
  refundedCents: z.int(),
});

/** What the company has bought, the last time that it did. */
export const companyPlan = z.object({
  state: membershipState,
  statusText: z.string(),
  periodStart: z.date(),
  periodEnd: z.date(),
  canceled: z.boolean(),
  /** Null where nothing more is charged. Amount in cents. */
  nextCharge: z.object({ at: z.date(), amountCents: z.int() }).nullable(),
  canCancel: z.boolean(),
  /** Whether cards can be added and employees replaced now. */
  canChange: z.boolean(),
  /** Newest first. */
  payments: z.array(companyPayment),
});
export type CompanyPlan = z.infer<typeof companyPlan>;

/** The signed-in account as a company. */
export const companyView = z.object({
  /** Null until the company form was sent. */
  company: company.nullable(),
  /** The cards that stand on the company's plan now; replaced ones and those of a plan that is over are none. */
  counts: cardCounts,
  /** personal + 2 x family. */
  planCount: z.int(),
  /** 'You already have a corporate membership…': cards are added on the company's page (DESIGN D31). */
  hasCards: z.boolean(),
  /** Owners of a business plan may buy fewer than the minimum (SPEC section 6). */
  minimumWaived: z.boolean(),
  /** Null where nothing was bought yet. */
  plan: companyPlan.nullable(),
});
export type CompanyView = z.infer<typeof companyView>;

export const COMPANY_CARDS_A_PAGE = 25;

export const companyCardsInput = z.object({
  page: z.int().min(1).max(100_000).default(1),
  /** A part of a name, an e-mail address or a membership number. */
  search: optionalLine(100),
});

export const invitationState = z.enum(['none', 'sent', 'claimed']);

/** An employee's card on the company's page. */
export const companyCard = z.object({
  /** The membership's row, which the other calls name. */
  id: z.uuid(),
  /** As stored, 12 characters. */
  number: z.string(),
  plan: z.int(),
  planName: z.string(),
  isFamily: z.boolean(),
  firstname: z.string(),
  lastname: z.string(),
  spouseFirstName: z.string().nullable(),
  spouseLastName: z.string().nullable(),
  family: z.array(z.object({ name: z.string() })),
  email: z.string().nullable(),
  phone: z.string(),
  state: membershipState,
  statusText: z.string(),
  /** 'none': there is no e-mail address; 'sent': the mail is on its way or was sent. */
  invitation: invitationState,
  invitedAt: z.date().nullable(),
  claimedAt: z.date().nullable(),
  /** The employee's own, or null: things go to the company's. */
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

/** A page of the company's cards in the order in which they were bought. */
export const companyCards = z.object({ count: z.int(), cards: z.array(companyCard) });
