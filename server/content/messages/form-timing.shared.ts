/** Only bots submit a form this soon after it was shown. */
export const MIN_FORM_SECONDS = 2;
/** How long a form can stay open before the page must be reloaded. */
export const FORM_TOKEN_SECONDS = 86_400;
