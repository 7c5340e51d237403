import { z } from 'zod';

// What telephones send to the web service for passes (Apple's PassKit web service, version 1).

const name = (longest: number) => z.string().regex(new RegExp(`^[\\w.:+/=-]{1,${longest}}$`));

/** Which pass: its kind, and its number there, which is the membership's row id. */
export const passAddress = z.object({ passTypeId: name(200), serialNumber: name(100) });
export type PassAddress = z.infer<typeof passAddress>;

export const deviceAddress = z.object({ deviceId: name(200), passTypeId: name(200) });
export const registrationAddress = passAddress.extend({ deviceId: name(200) });

export const registrationBody = z.object({ pushToken: name(200) });

/** The tag of an earlier answer; whatever else it is counts as none. */
export const changedSince = z.object({
  passesUpdatedSince: z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .catch(0),
});

/** The passes that changed, and the tag to ask with next time. */
export const changedPasses = z.object({ serialNumbers: z.array(z.uuid()), lastUpdated: z.string() });
export type ChangedPasses = z.infer<typeof changedPasses>;

const MOST_LINES = 20;
const LONGEST_LINE = 500;

/** What a telephone complains of; more than somebody would read is left out. */
export const deviceLog = z.object({
  logs: z
    .array(z.string().transform((line) => line.slice(0, LONGEST_LINE)))
    .transform((lines) => lines.slice(0, MOST_LINES)),
});
