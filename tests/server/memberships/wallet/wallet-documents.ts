import { z } from 'zod';

const field = z.object({ key: z.string(), label: z.string(), value: z.string() });
const fields = z.array(field);

const pass = z.looseObject({
  serialNumber: z.uuid(),
  authenticationToken: z.string(),
  voided: z.boolean(),
  expirationDate: z.iso.datetime(),
  storeCard: z.object({
    headerFields: fields,
    primaryFields: fields,
    secondaryFields: fields,
    auxiliaryFields: fields,
    backFields: fields,
  }),
});

/** Parses pass.json from a pass that the tests' fake wallet made. */
export function readPass(bytes: Uint8Array) {
  return pass.parse(JSON.parse(Buffer.from(bytes).toString('utf8')));
}
