/** A form sent sooner than this after it was shown was not filled in by a person. */
export const MIN_FORM_SECONDS = 2;
/** How long a page can stay open before its form has to be loaded again. */
export const FORM_TOKEN_SECONDS = 86_400;
