import { AppError } from '../../../lib/errors.ts';

/** Adds the name of the form's field to the error for a wrong promo code. */
export async function reportWrongCodeAt<T>(field: string, result: Promise<T>): Promise<T> {
  try {
    return await result;
  } catch (error) {
    const isWrongCode = error instanceof AppError && error.code === 'WRONG_PROMO_CODE';
    throw isWrongCode
      ? new AppError('WRONG_PROMO_CODE', { field, message: error.message, cause: error })
      : error;
  }
}
