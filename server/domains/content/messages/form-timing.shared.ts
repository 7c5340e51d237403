/** The server treats a form submitted sooner than this after it was shown or first used as a bot's. */
export const MIN_FORM_SECONDS = 2;
/** How long a token is valid. A form that is sent later is rejected once, and then gets a new token. */
export const FORM_TOKEN_SECONDS = 86_400;
