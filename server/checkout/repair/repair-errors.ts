/** Why a command did not repair a purchase. Only staff at a terminal read it. */
export class RepairRefused extends Error {}
