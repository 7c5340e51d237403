/** The support contact in mails and receipts, as far as it is set. */
export interface SupportContact {
  phone: string | null;
  email: string | null;
  hours: string | null;
}

export function readSupportContact(settings: Readonly<Record<string, string>>): SupportContact {
  return {
    phone: settings.supportPhone || null,
    email: settings.supportEmail || null,
    hours: settings.contactHours || null,
  };
}
