import { z } from 'zod';

// Responses of the USPS Addresses API 3.0 and OAuth 3.0. They list only the fields that we use.

export const tokenResponse = z.object({
  access_token: z.string().min(1),
  /** In seconds. USPS sometimes sends a string. */
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

/** USPS: 'The address exists, but not with this house number.' */
export const DPV_NOT_CONFIRMED = 'N';
/** USPS: 'Multiple addresses were found for the information you entered, and no default exists.' */
export const CORRECTION_MULTIPLE_MATCHES = '22';
/** Codes for a wrong street, city, state, or ZIP code, for no match, and for several matches. */
export const ADDRESS_ERROR_CODE = /^01000[1-6]$/;
