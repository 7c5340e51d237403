import { z } from 'zod';

// The requests of Apple's PassKit web service, version 1.

const name = (maxLength: number) => z.string().regex(new RegExp(`^[\\w.:+/=-]{1,${maxLength}}$`));

/** The serial number is the membership's id. */
export const passAddress = z.object({ passTypeId: name(200), serialNumber: name(100) });
export type PassAddress = z.infer<typeof passAddress>;

export const deviceAddress = z.object({ deviceId: name(200), passTypeId: name(200) });
export const registrationAddress = passAddress.extend({ deviceId: name(200) });

export const registrationBody = z.object({ pushToken: name(200) });

/** The tag of an earlier response. Any other value is ignored. */
export const changedSince = z.object({
  passesUpdatedSince: z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .catch(0),
});

/** `lastUpdated` is the tag for the device's next request. */
export const changedPasses = z.object({ serialNumbers: z.array(z.uuid()), lastUpdated: z.string() });
export type ChangedPasses = z.infer<typeof changedPasses>;

const MAX_LINES = 20;
const MAX_LINE_LENGTH = 500;

/** The device's error messages, limited in number and length. */
export const deviceLog = z.object({
  logs: z
    .array(z.unknown())
    .transform((lines) => lines.slice(0, MAX_LINES))
    .pipe(z.array(z.string().transform((line) => line.slice(0, MAX_LINE_LENGTH)))),
});
