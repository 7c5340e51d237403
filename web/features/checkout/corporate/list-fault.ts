/** The list as a whole cannot be read. */
export class ListFault extends Error {}
