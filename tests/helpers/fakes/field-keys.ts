/** A setting that the strict mode takes. */
export const TEST_FIELD_KEYS = `k1:${Buffer.alloc(32, 1).toString('base64')}`;
