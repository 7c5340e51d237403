/** How people reach us, as mails and receipts print it; what is not set is left out (DESIGN D34). */
export interface SupportContact {
  phone: string | null;
  email: string | null;
  hours: string | null;
}

/** Reads the contact out of the public settings. */
export function readSupportContact(settings: Readonly<Record<string, string>>): SupportContact {
  return {
    phone: settings.supportPhone || null,
    email: settings.supportEmail || null,
    hours: settings.contactHours || null,
  };
}
