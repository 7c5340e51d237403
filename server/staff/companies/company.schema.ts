import { z } from 'zod';
import { employee } from '../../domains/checkout/kinds/corporate/corporate.schema.ts';
import { companyCardsInput, companyView } from '../../domains/memberships/company/company.schema.ts';
import { requiredText } from '../../lib/text.ts';
import { timelineEntry } from '../kit/timeline.schema.ts';

export const companyId = z.object({ id: z.uuid() });

export const companyDetail = z.object({
  id: z.uuid(),
  account: z.object({ id: z.uuid(), name: z.string(), email: z.string() }),
  view: companyView,
  /** The number of cards on the current plan that employees have claimed. */
  claimed: z.int(),
  timeline: z.array(timelineEntry),
});
export type CompanyDetail = z.infer<typeof companyDetail>;

export const staffCompanyCardsInput = companyId.extend(companyCardsInput.shape);

/**
 * `list` has the same format as on the company's own page. `keepsRepeated` adds cards for people who look like
 * someone who is on the list or has a card.
 */
export const addCardsInput = companyId.extend({
  list: requiredText('Required Field', 400_000),
  keepsRepeated: z.boolean().default(false),
});

export const companyCardInput = companyId.extend({ membershipId: z.uuid() });

export const staffReplaceInput = companyCardInput.extend({ employee });
