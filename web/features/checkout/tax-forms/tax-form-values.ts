/** Form W-9 as its fields hold it (SPEC section 3). */
export interface W9Values {
  usPerson: boolean;
  legalNameOfBusiness: string;
  taxClassification: string;
  idType: string;
  idNumber: string;
  acceptedTerms: boolean;
}

export const emptyW9: W9Values = {
  usPerson: false,
  legalNameOfBusiness: '',
  taxClassification: '',
  idType: '',
  idNumber: '',
  acceptedTerms: false,
};

/** Form W-8BEN as its fields hold it. */
export interface W8Values {
  name: string;
  PermanentResidenceAddress: string;
  city: string;
  USTaxPayerID: string;
  ForeignTaxID: string;
  FTINRequired: boolean;
  ReferenceNumber: string;
  acceptedTerms: boolean;
}

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

/** What of either no draft holds (DESIGN section 6). */
export const TAX_NUMBERS: readonly string[] = [
  'w9.idNumber',
  'w8.USTaxPayerID',
  'w8.ForeignTaxID',
  'w8.ReferenceNumber',
];
