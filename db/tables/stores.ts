import type { ColumnType, GeneratedAlways } from 'kysely';
import type { CreatedInstant, Defaulted, Instant, NullableInstant, NullableJson } from '../columns.ts';

export type StaffListing = 'hidden' | 'shown';

/** A U.S. ZIP code and the coordinates of its center, in degrees. */
export interface PlacesTable {
  zip: string;
  city: string;
  /** Only read by releases before the table `cities`. */
  cityKey: string;
  state: string;
  latitude: number;
  longitude: number;
}

/** A city, a town without a post office, or another name of one. Its center is that of the ZIP code. */
export interface CitiesTable {
  state: string;
  /** The normalized name, which searches compare. */
  key: string;
  name: string;
  zip: string;
}

export interface BusinessesTable {
  id: ColumnType<string, string, never>;
  accountId: string | null;
  importKey: string | null;
  name: string;
  nameKey: string;
  searchName: string;
  /** Numbers from BUSINESS_CATEGORIES. The first is the main category. */
  categories: number[];
  isPremier: Defaulted<boolean>;
  isNational: Defaulted<boolean>;
  isListed: Defaulted<boolean>;
  isMembersOnly: Defaulted<boolean>;
  logo: string | null;
  url: string | null;
  /** Plain text. Line breaks are kept. */
  description: string | null;
  createdAt: CreatedInstant;
  /** When the owner last changed the promotions. */
  promotionsChangedAt: NullableInstant;
  /** The staff's decision about the listing. Null if the plan and the owner's verification decide. */
  staffListing: StaffListing | null;
  /** How the owner got the listing. A trigger sets it. Null for a listing that staff imported. */
  planKind: GeneratedAlways<'trial' | 'subscription' | null>;
}

export interface PromotionsTable {
  id: ColumnType<string, string, never>;
  businessId: string;
  position: number;
  code: string | null;
  /** Sanitized HTML. */
  info: string;
  url: string | null;
  additionalUrl: string | null;
  /** The last valid day, as YYYY-MM-DD. Null if the promotion doesn't expire. */
  validUntil: string | null;
  isOnline: Defaulted<boolean>;
  /** The offer in a few words, for search results. */
  headline: Defaulted<string | null>;
  savesCents: Defaulted<number | null>;
}

export interface BusinessPhotosTable {
  id: ColumnType<string, string, never>;
  businessId: ColumnType<string, string, never>;
  /** From 1 to 6, unique within the business. */
  position: number;
  /** The path of the re-encoded image, such as /files/photos/….webp. */
  file: ColumnType<string, string, never>;
  alt: string | null;
  width: ColumnType<number, number, never>;
  height: ColumnType<number, number, never>;
}

export interface FavoritesTable {
  accountId: ColumnType<string, string, never>;
  businessId: ColumnType<string, string, never>;
  createdAt: ColumnType<Date, Date, never>;
}

export interface StoresTable {
  id: ColumnType<string, string, never>;
  businessId: string;
  importKey: string | null;
  street1: string | null;
  street2: string | null;
  city: string | null;
  state: string | null;
  zip: string | null;
  country: Defaulted<string>;
  phone: string | null;
  latitude: number | null;
  longitude: number | null;
  /** Each day's opening time, as in server/domains/stores/hours.schema.ts. Null if unknown. */
  hours: NullableJson;
  /** Copies of the business's columns: this one and the next four. A foreign key updates them. */
  nameKey: string;
  searchName: string;
  categories: number[];
  isNational: boolean;
  isListed: boolean;
  cell: GeneratedAlways<number | null>;
  block: GeneratedAlways<number | null>;
  ux: GeneratedAlways<number | null>;
  uy: GeneratedAlways<number | null>;
  uz: GeneratedAlways<number | null>;
  type: GeneratedAlways<number>;
  categoryMask: GeneratedAlways<number>;
}

/** Two listings that may be the same business. A job finds these pairs. */
export interface DuplicatePairsTable {
  id: ColumnType<string, string, never>;
  /** The lower of the two ids. */
  businessId: ColumnType<string, string, never>;
  otherId: ColumnType<string, string, never>;
  reasons: string[];
  foundAt: Instant;
  /** When the job last found the pair. */
  seenAt: Instant;
  dismissedAt: NullableInstant;
}

/** How often a business was seen and used in a week. */
export interface StoreFiguresTable {
  businessId: ColumnType<string, string, never>;
  /** The Monday on which the week begins, in UTC, as YYYY-MM-DD. */
  week: ColumnType<string, string, never>;
  shown: number;
  opened: number;
  copied: number;
  directions: number;
  calls: number;
}

/** A search index that only triggers write. */
export interface StoreWordsTable {
  storeId: GeneratedAlways<string>;
  word: GeneratedAlways<string>;
  nameKey: GeneratedAlways<string>;
  searchName: GeneratedAlways<string | null>;
  begins: GeneratedAlways<number>;
  cell: GeneratedAlways<number | null>;
  ux: GeneratedAlways<number | null>;
  uy: GeneratedAlways<number | null>;
  uz: GeneratedAlways<number | null>;
  isNational: GeneratedAlways<boolean>;
  type: GeneratedAlways<number>;
  categoryMask: GeneratedAlways<number>;
}

export interface SearchWordsTable {
  word: GeneratedAlways<string>;
  stores: GeneratedAlways<number>;
}

/**
 * The number of listed stores per square. Square -1 contains all stores. A cell's square has the cell's
 * number, and a block's square is 2,000,000 plus its number. Category 0 counts each store once, regardless of
 * its categories.
 */
export interface SquareCountsTable {
  category: GeneratedAlways<number>;
  square: GeneratedAlways<number>;
  type: GeneratedAlways<number>;
  isNational: GeneratedAlways<boolean>;
  stores: GeneratedAlways<number>;
}

/** The number of listed stores with a given word in their name. */
export interface WordCountsTable {
  category: GeneratedAlways<number>;
  word: GeneratedAlways<string>;
  type: GeneratedAlways<number>;
  isNational: GeneratedAlways<boolean>;
  stores: GeneratedAlways<number>;
}

/** The number of listed stores with a given one- or two-character string in a word of their name. */
export interface PartCountsTable {
  part: GeneratedAlways<string>;
  type: GeneratedAlways<number>;
  isNational: GeneratedAlways<boolean>;
  stores: GeneratedAlways<number>;
}
