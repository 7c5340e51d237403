import type { SellerContact } from '#server/lib/support-contact.ts';

/** The seller of a site where staff have set everything. */
export const SELLER: SellerContact = {
  name: 'Everything Card',
  postalAddress: '1437 Bannock St, Denver, CO 80202',
  phone: '(555) 010-0199',
  email: 'help@card.example',
  hours: 'Mon-Fri 9am-5pm MST',
};
