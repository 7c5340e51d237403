/** The support contact in emails and receipts. Null for settings that are empty. */
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
