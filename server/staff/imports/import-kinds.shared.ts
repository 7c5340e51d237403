import { staffPath } from '../sections.shared.ts';
import { STORES_COLUMNS, STORES_MAPPING } from './businesses/business-columns.shared.ts';
import type { MappingRules } from './mapping/mapping-rules.shared.ts';
import { MEMBER_COLUMNS, MEMBER_MAPPING } from './members/member-columns.shared.ts';

interface ImportKindInfo {
  label: string;
  /** The path of the page with this kind's uploads. */
  path: string;
  /** Describes each column of the file. */
  columns: Readonly<Record<string, string>>;
  mapping: MappingRules;
}

/** The kinds of files that staff can upload. */
export const IMPORT_KINDS = {
  businesses: {
    label: 'Businesses',
    path: staffPath('businesses', 'import'),
    columns: STORES_COLUMNS,
    mapping: STORES_MAPPING,
  },
  members: {
    label: 'Members',
    path: staffPath('import'),
    columns: MEMBER_COLUMNS,
    mapping: MEMBER_MAPPING,
  },
} as const satisfies Record<string, ImportKindInfo>;

export type ImportKindName = keyof typeof IMPORT_KINDS;

export function getMappingRules(kind: ImportKindName): MappingRules {
  return IMPORT_KINDS[kind].mapping;
}

export function isImportKind(name: string): name is ImportKindName {
  return Object.hasOwn(IMPORT_KINDS, name);
}

/** Returns the path of the page with a kind's uploads, or of the page of one upload. */
export function importPath(kind: ImportKindName, id?: string): string {
  const { path } = IMPORT_KINDS[kind];
  return id === undefined ? path : `${path}/${id}`;
}

export function importUploadPath(kind: ImportKindName): string {
  return `/api/staff/imports/${kind}`;
}

/** Returns the path of the file with an upload's refused rows and their errors. */
export function importErrorsPath(id: string): string {
  return `/api/staff/import-errors/${id}.csv`;
}

export const MAX_IMPORT_BYTES = 50 * 1024 * 1024;
export const IMPORT_FILE_DAYS = 7;
