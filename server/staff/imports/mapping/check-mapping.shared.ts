import { z } from 'zod';
import type { DateOrder } from '../../../lib/readers/date.ts';
import type { ImportMapping, MappingSource } from './mapping.schema.ts';
import { SKIP_ROWS } from './mapping.schema.ts';
import { findOption, type MappingRules, splitValues } from './mapping-rules.shared.ts';

export interface MappingProblem {
  /** 'columns.3', 'choices.3.0' for the first value of column 3, 'defaults.plan', 'dayOrder', or 'missing'. */
  path: string;
  message: string;
}

type Columns = Pick<ImportMapping, 'columns'>;

/** Returns the different values of a column whose values must be ours, or an empty list if there are too many. */
export function listColumnValues(
  rules: MappingRules,
  { sample }: Pick<MappingSource, 'sample'>,
  column: number,
  field: string,
): string[] {
  const valued = rules.valued[field];
  if (!valued) return [];
  const values = sample.values[column] ?? [];
  return [...new Set(values.flatMap((value) => splitValues(value, valued)))];
}

/** The order of the file's dates, as its mapped columns show it. */
export function findFileOrder(
  rules: MappingRules,
  { survey }: Pick<MappingSource, 'survey'>,
  mapping: Columns,
): DateOrder | undefined {
  const orders = new Set(listDayColumns(rules, survey, mapping).flatMap(({ dayOrders }) => dayOrders));
  return orders.size === 1 ? [...orders][0] : undefined;
}

export function asksForDayOrder(
  rules: MappingRules,
  source: Pick<MappingSource, 'survey'>,
  mapping: Columns,
): boolean {
  const hasOpenDays = listDayColumns(rules, source.survey, mapping).some((column) => column.hasOpenDays);
  return hasOpenDays && findFileOrder(rules, source, mapping) === undefined;
}

export function asksForUtc(
  rules: MappingRules,
  { survey }: Pick<MappingSource, 'survey'>,
  mapping: Columns,
): boolean {
  return listDayColumns(rules, survey, mapping).some(({ hasLocalTimes }) => hasLocalTimes);
}

function listDayColumns(rules: MappingRules, survey: MappingSource['survey'], { columns }: Columns) {
  return survey.columns.filter((_, at) => rules.days.includes(columns[at] ?? ''));
}

/** Returns what must be decided before the file can be checked, and where. */
export function findMappingProblems(
  rules: MappingRules,
  source: MappingSource,
  mapping: ImportMapping,
): MappingProblem[] {
  const dayOrder =
    mapping.dayOrder === 'auto' && asksForDayOrder(rules, source, mapping)
      ? [{ path: 'dayOrder', message: 'Choose how the file writes dates' }]
      : [];
  return [
    ...findColumnProblems(rules, source, mapping),
    ...findMissingFields(rules, mapping),
    ...findDefaultProblems(rules, source, mapping),
    ...findValueProblems(rules, source, mapping),
    ...dayOrder,
  ];
}

function findColumnProblems(
  { labels }: MappingRules,
  { survey }: MappingSource,
  { columns }: ImportMapping,
): MappingProblem[] {
  if (columns.length !== survey.headings.length) {
    return [{ path: 'missing', message: 'Choose a field for each column of the file' }];
  }
  return columns.flatMap((field, at) => {
    if (field === '') return [];
    const path = `columns.${at}`;
    const label = labels[field];
    if (label === undefined) return [{ path, message: 'Choose one of the fields' }];
    const first = columns.indexOf(field);
    if (first === at) return [];
    const message = `The column ${survey.headings[first]} is already the field ${label}. Choose one of the two`;
    return [{ path, message }];
  });
}

function findMissingFields(
  { required, labels, defaults }: MappingRules,
  mapping: ImportMapping,
): MappingProblem[] {
  const missing = required.filter(
    (group) => !group.some((field) => mapping.columns.includes(field) || mapping.defaults[field]),
  );
  const [withDefault, withoutDefault] = [true, false].map((hasDefault) =>
    missing.filter(([field]) => defaults.includes(field) === hasDefault),
  );
  const names = (withoutDefault ?? []).map((group) => group.map((field) => labels[field]).join(' or '));
  return [
    ...(names.length > 0
      ? [{ path: 'missing', message: `Choose the columns for: ${names.join(', ')}` }]
      : []),
    ...(withDefault ?? []).map(([field]) => ({
      path: `defaults.${field}`,
      message: 'No column has it, so enter it here for all rows',
    })),
  ];
}

function findDefaultProblems(
  { defaults, days }: MappingRules,
  { options }: MappingSource,
  mapping: ImportMapping,
): MappingProblem[] {
  return Object.entries(mapping.defaults).flatMap(([field, value]) => {
    if (value === '') return [];
    const isDay = days.includes(field);
    const isValid = isDay ? z.iso.date().safeParse(value).success : findOption(options[field], value);
    if (defaults.includes(field) && isValid) return [];
    return [
      { path: `defaults.${field}`, message: isDay ? 'Please enter a day' : 'Choose one of the values' },
    ];
  });
}

function findValueProblems(
  rules: MappingRules,
  source: MappingSource,
  { columns, values }: ImportMapping,
): MappingProblem[] {
  return columns.flatMap((field, at) =>
    listColumnValues(rules, source, at, field).flatMap((from, index) => {
      const chosen = values.find((value) => value.field === field && value.from === from)?.to;
      const options = source.options[field];
      const isKnown = chosen === undefined ? findOption(options, from) : findOption(options, chosen);
      if (isKnown || chosen === SKIP_ROWS) return [];
      return [{ path: `choices.${at}.${index}`, message: `Choose what ‘${from}’ means` }];
    }),
  );
}
