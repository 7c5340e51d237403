/** The support contact in emails and receipts. Null for settings that are empty. */
export interface SupportContact {
  phone: string | null;
  email: string | null;
  hours: string | null;
}

/** Who sends an email or sold what is on a receipt. */
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

/** 'Phone: (555) 010-0199 (Mon-Fri 9am-5pm MST)' and 'Email: help@card.example', as far as they are set. */
export function listSupportLines({ phone, email, hours }: SupportContact): string[] {
  const phoneLines = phone ? [`Phone: ${phone}${hours ? ` (${hours})` : ''}`] : [];
  return [...phoneLines, ...(email ? [`Email: ${email}`] : [])];
}
