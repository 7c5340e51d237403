import { categoryName } from '../../domains/stores/category.shared.ts';
import { formatCents } from '../../lib/money.ts';

/** What previews call the fields of a listing. */
const LABELS: Readonly<Record<string, string>> = {
  name: 'Name',
  categories: 'Categories',
  isPremier: 'Premier',
  isNational: 'National',
  isMembersOnly: 'Promotions for members only',
  logo: 'Logo',
  url: 'Website',
  street1: 'Street',
  street2: 'Street 2',
  city: 'City',
  state: 'State',
  zip: 'ZIP code',
  country: 'Country',
  phone: 'Phone',
  latitude: 'Latitude',
  longitude: 'Longitude',
  code: 'Code',
  info: 'Description',
  additionalUrl: 'Additional link',
  validUntil: 'Valid until',
  isOnline: 'Online',
  headline: 'Headline',
  savesCents: 'One use saves',
};

/** Returns one line for each field that differs. */
export function describeChanges(existing: object, draft: object): string[] {
  const before = new Map<string, unknown>(Object.entries(existing));
  const changes = Object.entries(draft).flatMap(([name, value]) => {
    const label = LABELS[name];
    const previous = before.get(name);
    if (label === undefined || JSON.stringify(value) === JSON.stringify(previous)) return [];
    return [`${label}: ${formatValue(name, previous)} → ${formatValue(name, value)}`];
  });
  return changes.length === 0 ? ['Nothing changes.'] : changes;
}

function formatValue(name: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (name === 'categories' && Array.isArray(value)) {
    return value.map((category) => (typeof category === 'number' ? categoryName(category) : '')).join(', ');
  }
  if (name === 'savesCents' && typeof value === 'number') return formatCents(value);
  return String(value);
}
