import type { ColumnType } from 'kysely';

/** An instant in UTC. */
export type Instant = ColumnType<Date, Date, Date>;
export type NullableInstant = ColumnType<Date | null, Date | null | undefined, Date | null>;
/** Set by the database on insert and never updated. */
export type CreatedInstant = ColumnType<Date, Date | undefined, never>;
/** An insert may omit this column. */
export type Defaulted<T> = ColumnType<T, T | undefined, T>;
/** JSON that is written as text and read as a parsed value. Repositories validate it. */
export type Json = ColumnType<unknown, string, string>;
export type NullableJson = ColumnType<unknown, string | null | undefined, string | null>;
/** Whole US cents. */
export type Cents = number;
