import type { ColumnType } from 'kysely';

export type Instant = ColumnType<Date, Date, Date>;
export type NullableInstant = ColumnType<Date | null, Date | null | undefined, Date | null>;
/** Defaults to the time of the insert. Never updated. */
export type CreatedInstant = ColumnType<Date, Date | undefined, never>;
export type Defaulted<T> = ColumnType<T, T | undefined, T>;
/** Written as JSON text. Read back parsed, but not validated. */
export type Json = ColumnType<unknown, string, string>;
export type NullableJson = ColumnType<unknown, string | null | undefined, string | null>;
export type Cents = number;
