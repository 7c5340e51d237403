/** A FIELD_KEYS value that is valid in production. */
export const TEST_FIELD_KEYS = `k1:${Buffer.alloc(32, 1).toString('base64')}`;
