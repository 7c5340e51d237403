import { z } from 'zod';

/** What the post office's services answer (Addresses API 3.0, OAuth 3.0); more fields come than are read here. */

export const tokenAnswer = z.object({
  access_token: z.string().min(1),
  /** Seconds; sent as a number, at times as its digits. */
  expires_in: z.coerce.number().positive(),
});

const line = z
  .string()
  .nullish()
  .transform((value) => value?.trim() || null);

const codes = z
  .array(z.object({ code: z.string().nullish() }))
  .nullish()
  .transform((list) => (list ?? []).map((item) => item.code ?? ''));

export const addressAnswer = z.object({
  address: z.object({
    streetAddress: z.string().trim().min(1),
    secondaryAddress: line,
    city: z.string().trim().min(1),
    state: z.string().regex(/^[A-Z]{2}$/),
    ZIPCode: z.string().regex(/^\d{5}$/),
    ZIPPlus4: line,
  }),
  additionalInfo: z.object({ DPVConfirmation: line }).nullish(),
  corrections: codes,
});

export const errorAnswer = z.object({
  error: z.object({
    code: z.coerce.string().nullish(),
    message: z.string().nullish(),
    errors: codes,
  }),
});

/** 'The address exists, but not with this house number': the street alone was matched. */
export const DPV_NOT_CONFIRMED = 'N';
/** 'Multiple addresses were found for the information you entered, and no default exists.' */
export const CORRECTION_SEVERAL = '22';
/** 010001 to 010006: the street, ZIP, state or city is wrong, the address is not found, or there are several. */
export const ADDRESS_FAULT = /^01000[1-6]$/;
