const BUY_CARD = `mutation BuyCard($plan: Int, $accountID: ID, $firstname: String, $lastname: String, $street1: String,
  $street2: String, $city: String, $zip: String, $state: String, $country: String, $phone: String, $email: String,
  $spouseFirstName: String, $spouseLastName: String, $members: [MemberInput!], $reference: ID, $boughtBefore: Boolean,
  $contractAgree: Boolean, $token: String, $requestedPhysicalCard: Boolean, $discountCode: String) {
  FIELD(plan: $plan, accountID: $accountID, firstname: $firstname, lastname: $lastname, street1: $street1,
    street2: $street2, city: $city, zip: $zip, state: $state, country: $country, phone: $phone, email: $email,
    spouseFirstName: $spouseFirstName, spouseLastName: $spouseLastName, members: $members, reference: $reference,
    boughtBefore: $boughtBefore, contractAgree: $contractAgree, token: $token,
    requestedPhysicalCard: $requestedPhysicalCard, discountCode: $discountCode) { id } }`;

/** Returns the back office's document for buying a card, with the given spelling of the field. */
export function buyCardDocument(field = 'BuyCard'): string {
  return BUY_CARD.replace('FIELD', field);
}

/** Returns the variables for a guest's family card, with empty fields as an older client sends them. */
export const cart = () => ({
  plan: 1,
  accountID: null,
  firstname: 'Maria',
  lastname: 'Gomez',
  street1: '1600 Broadway St',
  street2: '',
  city: 'Denver',
  zip: '80202',
  state: 'CO',
  country: 'US',
  phone: '303 555 0147',
  email: 'guest@example.com',
  spouseFirstName: 'Pat',
  spouseLastName: null,
  members: [{ name: 'Lee' }],
  reference: '',
  boughtBefore: null,
  contractAgree: true,
  token: 'tok_visa',
  requestedPhysicalCard: null,
  discountCode: null,
});
