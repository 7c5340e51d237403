/** Invisible characters, some of which change what others look like. */
export const HIDDEN = /[\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB\u2800]/gu;
