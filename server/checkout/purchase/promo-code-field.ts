import { AppError } from '../../errors.ts';

/** Reports a wrong promo code under this form's name for the field. */
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
