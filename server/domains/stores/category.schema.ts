import { z } from 'zod';
import { BUSINESS_CATEGORIES } from './category.shared.ts';

export const businessCategory = z
  .int({ error: 'Please choose a category' })
  .min(1, 'Please choose a category')
  .max(Object.keys(BUSINESS_CATEGORIES).length, 'Please choose a category');
