/** Why a command didn't repair a purchase. Only staff at a terminal see it. */
export class RepairRefused extends Error {}
