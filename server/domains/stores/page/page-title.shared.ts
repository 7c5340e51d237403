interface TitledPage {
  name: string;
  locations: ReadonlyArray<{ city: string | null; state: string | null }>;
}

/** Returns a title such as 'Aldo’s Bakery, Denver, CO'. */
export function formatPageTitle({ name, locations: [first] }: TitledPage): string {
  return [name, first?.city, first?.state].filter(Boolean).join(', ');
}
