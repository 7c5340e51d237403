import { z } from 'zod';
import { BUSINESS_CATEGORIES } from './category.shared.ts';

const CATEGORY_COUNT = Object.keys(BUSINESS_CATEGORIES).length;

export const businessCategory = z
  .int({ error: 'Please choose a category' })
  .min(1, 'Please choose a category')
  .max(CATEGORY_COUNT, 'Please choose a category');

/** The first category is the business's type. */
export const businessCategories = z
  .array(businessCategory)
  .min(1, 'Please choose a category')
  .max(CATEGORY_COUNT, 'Please name each category once')
  .refine((values) => new Set(values).size === values.length, 'Please name each category once');
