/** The server treats a form submitted sooner than this after it was shown or first used as a bot's. */
export const MIN_FORM_SECONDS = 2;
