/** The environment variable with the folder of prepared product data, set for the workers by the global setup. */
export const PRODUCT_DATA = 'JOURNEYS_PRODUCT_DATA';
