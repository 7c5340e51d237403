import type { ColumnType } from 'kysely';

/** An instant in UTC. */
export type Instant = ColumnType<Date, Date, Date>;
export type NullableInstant = ColumnType<Date | null, Date | null | undefined, Date | null>;
/** Set by the database when the row is made, never changed afterwards. */
export type CreatedInstant = ColumnType<Date, Date | undefined, never>;
/** A column that an insert may leave to its default. */
export type Defaulted<T> = ColumnType<T, T | undefined, T>;
/** JSON that goes in as text and comes out parsed; repositories check it with the noun's schema. */
export type Json = ColumnType<unknown, string, string>;
export type NullableJson = ColumnType<unknown, string | null | undefined, string | null>;
/** Whole US cents. */
export type Cents = number;
