/** The support contact in emails and receipts. A field is null if its setting is empty. */
export interface SupportContact {
  phone: string | null;
  email: string | null;
  hours: string | null;
}

/** The sender of emails and the seller on receipts. */
export interface SellerContact extends SupportContact {
  name: string;
  /** Null until staff set it. */
  postalAddress: string | null;
}

type Settings = Readonly<Record<string, string>>;

export function readSupportContact(settings: Settings): SupportContact {
  return {
    phone: settings.supportPhone || null,
    email: settings.supportEmail || null,
    hours: settings.contactHours || null,
  };
}

export function readSellerContact(settings: Settings): SellerContact {
  return {
    ...readSupportContact(settings),
    name: settings.sellerName || 'Everything Card',
    postalAddress: settings.postalAddress || null,
  };
}

/** Returns the seller's name and postal address, which staff may have entered with the name in front. */
export function listSellerLines({
  name,
  postalAddress,
}: Pick<SellerContact, 'name' | 'postalAddress'>): string[] {
  if (!postalAddress) return [name];
  return postalAddress.startsWith(`${name},`)
    ? [name, postalAddress.slice(name.length + 1).trim()]
    : [name, postalAddress];
}

/**
 * Returns lines such as 'Phone: (555) 010-0199 (Mon-Fri 9am-5pm MST)' for the phone and email that are set.
 */
export function listSupportLines({ phone, email, hours }: SupportContact): string[] {
  const phoneLines = phone ? [`Phone: ${phone}${hours ? ` (${hours})` : ''}`] : [];
  return [...phoneLines, ...(email ? [`Email: ${email}`] : [])];
}
