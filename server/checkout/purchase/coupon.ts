import { AppError } from '../../errors.ts';

/** A wrong promo code is said at the field in which this form asks for it. */
export async function wrongCodeAt<T>(field: string, asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    const isWrong = error instanceof AppError && error.code === 'WRONG_PROMO_CODE';
    throw isWrong ? new AppError('WRONG_PROMO_CODE', { field, cause: error }) : error;
  }
}
