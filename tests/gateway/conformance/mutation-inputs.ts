// The inputs that older clients send.

const DENVER = {
  street1: '1600 Broadway',
  street2: '',
  city: 'Denver',
  state: 'CO',
  zip: '80202',
  country: 'US',
};

/** A signature from an older client's canvas. */
const SIGNATURE =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAASwAAACWAQAAAABMIIh/AAAAiUlEQVR4nO2TsQmAQBAEvwNbsQNbF2zowVRQvFvjSQ3G4EwmGPaZcb/fAmeO939tcBqbdBo76DRGao2hWmOo1hiqNYZqhbFaYaxW2MnT7bUb+o1g4LcGA7UZDKb7MJguGE0XjKYLRq8azBZswRZswRZswRZswRZswRZswRZswRZswRZswRb+38IDr1oWQL42h8IAAAAASUVORK5CYII=';

const W9 = {
  legalNameOfBusiness: 'Nora Newcomer',
  taxClassification: 'individual',
  idType: 'ssn',
  idNumber: '900-12-3456',
  acceptedTerms: true,
};

export const AFFILIATE_INFO = {
  ...DENVER,
  type: 1,
  phone: '(555) 010-0177',
  birthday: '04/09/1988',
  w9: W9,
  hasW9: false,
  hasW8: false,
  contractAgree: true,
  privacyAgree: true,
  policyAgree: true,
  signature: SIGNATURE,
  purchaseMembership: 2,
  watchedVideo: true,
  takeTest: true,
};

export const PLAN_INFO = {
  ...DENVER,
  plan: 8,
  businessname: 'Walker Bakery',
  phone: '(555) 010-0111',
  type: 9,
  contractAgree: true,
  termsAgree: true,
  privacyAgree: true,
  price: '99.90',
  token: 'tok_visa',
  name: 'Ben Walker',
  cardZip: '80202',
};

export const BUY_CARD = {
  ...DENVER,
  plan: 1,
  firstname: 'Nora',
  lastname: 'Newcomer',
  phone: '303 555 0147',
  email: 'nora@example.com',
  spouseFirstName: 'Pat',
  spouseLastName: null,
  members: [{ name: 'Lee' }],
  boughtBefore: false,
  contractAgree: true,
  token: 'tok_visa',
  requestedPhysicalCard: false,
  discountCode: null,
};

export const COMPANY = {
  ...DENVER,
  name: 'Nguyen Partners',
  email: 'office@example.com',
  phone: '(555) 010-0188',
  code: '',
};

export const employees = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    firstname: 'Erin',
    lastname: `Employee ${i + 1}`,
    phone: '(555) 010-0100',
    email: '',
    ownAddress: false,
    familyPlan: i === 0,
    spouseFirstName: i === 0 ? 'Sam' : null,
    family: i === 0 ? [{ name: 'Kim' }] : [],
  }));

/** Three personal cards and a family card, which counts as two. */
export const BUY_CORPORATE = {
  planCount: 5,
  employees: employees(4),
  total: 249.75,
  totalPlans: { personal: 3, family: 1 },
  token: 'tok_visa',
  coupon: '',
};
