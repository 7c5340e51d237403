/** Names the environment variable by which the setup tells the workers where prepared data lies. */
export const PRODUCT_DATA = 'JOURNEYS_PRODUCT_DATA';
