import { AppError } from '../../../lib/errors.ts';

/** Why a purchase wasn't repaired. Only staff see it. */
export class RepairRefused extends AppError {
  constructor(message: string) {
    super('REPAIR_REFUSED', { message });
  }
}
