/**
 * The environment variable with the folder of prepared product data, which the global setup sets for the
 * workers.
 */
export const PRODUCT_DATA = 'JOURNEYS_PRODUCT_DATA';
