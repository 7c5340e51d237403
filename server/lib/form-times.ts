/** A form that is sent sooner after it was shown was not filled in by a person. */
export const FORM_LEAST_SECONDS = 2;
/** A page may stay open for a day before its form has to be shown anew. */
export const FORM_TOKEN_SECONDS = 86_400;
