import { AppError } from '../../errors.ts';

/** Reports a wrong promo code for the field that has this name in the form. */
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
