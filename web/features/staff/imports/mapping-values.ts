import { readDay } from '#server/lib/table/day.ts';
import { findFileOrder, listColumnValues } from '#server/staff/imports/mapping/check-mapping.shared.ts';
import type { ImportMapping, MappingSource } from '#server/staff/imports/mapping/mapping.schema.ts';
import type { MappingRules } from '#server/staff/imports/mapping/mapping-rules.shared.ts';

/** The form's values. Unlike in the mapping, a choice stands at the place of its value in the file. */
export interface MappingValues extends Omit<ImportMapping, 'values'> {
  /** What each value of each column means. Empty if the value is one of ours. */
  choices: string[][];
  /** Has no value. Its error names the fields for which no column was chosen. */
  missing: string;
}

interface Mapped {
  rules: MappingRules;
  source: MappingSource;
}

export function toFormValues({ rules, source }: Mapped, mapping: ImportMapping): MappingValues {
  const { values, defaults, ...rest } = mapping;
  const choices = mapping.columns.map((field, at) =>
    listColumnValues(rules, source, at, field).map(
      (from) => values.find((value) => value.field === field && value.from === from)?.to ?? '',
    ),
  );
  const noDefaults = Object.fromEntries(rules.defaults.map((field) => [field, '']));
  return { ...rest, defaults: { ...noDefaults, ...defaults }, choices, missing: '' };
}

export function toMapping({ rules, source }: Mapped, form: MappingValues): ImportMapping {
  const { columns, defaults, dayOrder, isUtc } = form;
  const values = columns.flatMap((field, at) =>
    listColumnValues(rules, source, at, field).flatMap((from, index) => {
      const to = form.choices[at]?.[index] ?? '';
      return to === '' ? [] : [{ field, from, to }];
    }),
  );
  return { columns, values, defaults, dayOrder, isUtc };
}

const MAX_SAMPLES = 3;

/** Returns the first cells of a column. A date also shows how it is read. */
export function listSamples({ rules, source }: Mapped, form: MappingValues, column: number): string[] {
  const cells = source.sample.rows.map((row) => row[column] ?? '').filter((cell) => cell !== '');
  const samples = [...new Set(cells)].slice(0, MAX_SAMPLES);
  if (!rules.days.includes(form.columns[column] ?? '')) return samples;
  const order = form.dayOrder === 'auto' ? findFileOrder(rules, source, form) : form.dayOrder;
  return samples.map((cell) => {
    const reading = readDay(cell, { order, isUtc: form.isUtc });
    const isPlain = 'problem' in reading || reading.day === null || reading.day === cell;
    return isPlain ? cell : `${cell} → ${reading.day}`;
  });
}
