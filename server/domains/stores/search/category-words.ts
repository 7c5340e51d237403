import { searchWords } from '../../../lib/search-words.ts';
import type { BusinessCategory } from '../category.shared.ts';
import type { SavingsFilters } from './savings-search.schema.ts';

/** Everyday words for what a category offers, lowercase and separated by spaces. */
export const CATEGORY_WORDS: Partial<Record<BusinessCategory, string>> = {
  1: 'clinic clinics doctor doctors medical pediatrician pharmacy physician physicians',
  2: 'dental dentist dentists dentistry orthodontist orthodontists teeth',
  3: 'computer computers electronics software technology',
  4: 'clothes clothing retail shop shopping shops store stores',
  5: 'airline airlines flight flights hotel hotels travel vacation vacations',
  6: 'cinema concert concerts entertainment movie movies theater theaters',
  7: 'electrician electricians furniture garden gardening hardware landscaping plumber plumbers plumbing',
  8: 'barber barbers beauty gym gyms hair haircut massage nails salon salons spa spas',
  9: 'bakery bar bars cafe cafes coffee diner diners food pizza restaurant restaurants',
  10: 'arcade arcades bowling kids playground zoo zoos',
  12: 'chiropractic chiropractor chiropractors',
  13: 'counseling counselor counselors therapist therapists therapy',
  14: 'eyeglasses glasses optician opticians optometrist optometrists optometry',
  15: 'charities charity community',
  16: 'auto car cars garage garages mechanic mechanics tires',
  17: 'bank banks finance insurance mortgage mortgages realtor realtors',
  18: 'dog dogs cat cats groomer groomers pet pets vet veterinarian veterinarians vets',
  19: 'employment job jobs recruiter recruiters work',
};

const categoryByWord = new Map(
  Object.entries(CATEGORY_WORDS).flatMap(([category, words]) =>
    words.split(' ').map((word) => [word, Number(category)] as const),
  ),
);

/**
 * Returns the search for a category if the searched name is only a word for what it offers: 'dentist' becomes
 * a search for the category Dental. Returns null if it isn't, or if a category is chosen already.
 */
export function findCategorySearch<Search extends SavingsFilters>(
  search: Search,
): (Search & { name: null; category: number }) | null {
  const [word, ...others] = searchWords(search.name ?? '');
  if (word === undefined || others.length > 0 || search.category !== null) return null;
  const category = categoryByWord.get(word);
  return category === undefined ? null : { ...search, name: null, category };
}
