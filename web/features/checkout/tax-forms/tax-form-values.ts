import type { z } from 'zod';
import type { w8Input, w9Input } from '#server/domains/affiliates/tax-forms/tax-form.schema.ts';
import type { FormFields } from '#web/ui/form/validation.ts';

export type W9Values = FormFields<z.input<typeof w9Input>>;
export type W8Values = FormFields<z.input<typeof w8Input>>;

export const emptyW9: W9Values = {
  usPerson: false,
  legalNameOfBusiness: '',
  taxClassification: '',
  idType: '',
  idNumber: '',
  acceptedTerms: false,
};

export const emptyW8: W8Values = {
  name: '',
  PermanentResidenceAddress: '',
  city: '',
  USTaxPayerID: '',
  ForeignTaxID: '',
  FTINRequired: false,
  ReferenceNumber: '',
  acceptedTerms: false,
};

/** Paths that are never saved in a draft. */
export const TAX_NUMBERS: readonly string[] = [
  'w9.idNumber',
  'w8.USTaxPayerID',
  'w8.ForeignTaxID',
  'w8.ReferenceNumber',
];
