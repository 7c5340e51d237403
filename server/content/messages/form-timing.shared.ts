/** A form submitted sooner than this after it was shown was filled in by a bot. */
export const MIN_FORM_SECONDS = 2;
/** How long a page can stay open before its form must be reloaded. */
export const FORM_TOKEN_SECONDS = 86_400;
