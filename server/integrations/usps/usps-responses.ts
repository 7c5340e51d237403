import { z } from 'zod';

/** The responses of the USPS Addresses API 3.0 and OAuth 3.0, limited to the fields that we use. */

export const tokenResponse = z.object({
  access_token: z.string().min(1),
  /** In seconds. USPS sometimes sends it as a string. */
  expires_in: z.coerce.number().positive(),
});

const optionalLine = z
  .string()
  .nullish()
  .transform((value) => value?.trim() || null);

const optionalCodes = z
  .array(z.object({ code: z.string().nullish() }))
  .nullish()
  .transform((list) => (list ?? []).map((item) => item.code ?? ''));

export const addressResponse = z.object({
  address: z.object({
    streetAddress: z.string().trim().min(1),
    secondaryAddress: optionalLine,
    city: z.string().trim().min(1),
    state: z.string().regex(/^[A-Z]{2}$/),
    ZIPCode: z.string().regex(/^\d{5}$/),
    ZIPPlus4: optionalLine,
  }),
  additionalInfo: z.object({ DPVConfirmation: optionalLine }).nullish(),
  corrections: optionalCodes,
});

export const errorResponse = z.object({
  error: z.object({
    code: z.coerce.string().nullish(),
    message: z.string().nullish(),
    errors: optionalCodes,
  }),
});

/** 'The address exists, but not with this house number': only the street matched. */
export const DPV_NOT_CONFIRMED = 'N';
/** 'Multiple addresses were found for the information you entered, and no default exists.' */
export const CORRECTION_MULTIPLE_MATCHES = '22';
/** 010001 to 010006: wrong street, ZIP code, state, or city, or no match, or several. */
export const ADDRESS_ERROR_CODE = /^01000[1-6]$/;
