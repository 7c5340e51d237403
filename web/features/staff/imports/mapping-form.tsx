import { useCallback, useRef } from 'react';
import { z } from 'zod';
import { getMappingRules, type ImportKindName } from '#server/staff/imports/import-kinds.shared.ts';
import {
  asksForDayOrder,
  asksForUtc,
  findMappingProblems,
  listColumnValues,
} from '#server/staff/imports/mapping/check-mapping.shared.ts';
import { type MappingStep, SKIP_ROWS } from '#server/staff/imports/mapping/mapping.schema.ts';
import { findOption } from '#server/staff/imports/mapping/mapping-rules.shared.ts';
import { StaffSection } from '#web/features/staff/kit/staff-detail.tsx';
import { StaffTable } from '#web/features/staff/kit/staff-table.tsx';
import { CheckboxField } from '#web/ui/form/checkbox-field.tsx';
import { useField } from '#web/ui/form/field-context.tsx';
import { SelectField, TextField } from '#web/ui/form/fields.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { Select } from '#web/ui/form/inputs.tsx';
import { RadioField } from '#web/ui/form/radio-field.tsx';
import type { FormState } from '#web/ui/form/use-form-values.ts';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import classes from './mapping-form.module.css';
import { listSamples, type MappingValues, toFormValues, toMapping } from './mapping-values.ts';

const DAY_ORDERS = [
  { value: 'month-first', label: 'Month first: 03/04/2027 is March 4' },
  { value: 'day-first', label: 'Day first: 03/04/2027 is April 3' },
];

interface MappingFormProps {
  kind: ImportKindName;
  step: MappingStep;
  onSubmit(mapping: MappingStep['mapping']): Promise<void>;
}

/** Staff decide which column of the file is which, and what its values mean. */
export function MappingForm({ kind, step, onSubmit }: MappingFormProps) {
  const mapped = { rules: getMappingRules(kind), source: step };
  const schema = (values: MappingValues) =>
    z.unknown().superRefine((_, context) => {
      for (const { path, message } of findMappingProblems(mapped.rules, step, toMapping(mapped, values))) {
        context.addIssue({ code: 'custom', path: path.split('.'), message });
      }
    });
  return (
    <Form
      initial={toFormValues(mapped, step.mapping)}
      schema={schema}
      onSubmit={(values) => onSubmit(toMapping(mapped, values))}
      submitLabel="Check the file"
    >
      {(form) => (
        <>
          {step.isRemembered ? (
            <p>We filled this in as you did for the last file with the same first line.</p>
          ) : null}
          <ColumnsSection {...mapped} form={form} />
          <ValuesSection {...mapped} form={form} />
          <DatesSection {...mapped} form={form} />
          <DefaultsSection {...mapped} />
        </>
      )}
    </Form>
  );
}

interface SectionProps {
  rules: ReturnType<typeof getMappingRules>;
  source: MappingStep;
}

type FormSectionProps = SectionProps & { form: FormState<MappingValues> };

const columnTable = {
  heading: { label: 'Column in the file', format: 'text' },
  samples: { label: 'First rows', format: 'text' },
  field: { label: 'Import as', format: 'text' },
} as const;

function ColumnsSection({ rules, source, form }: FormSectionProps) {
  const { headings } = source.survey;
  const unused = headings.filter((heading, at) => heading !== '' && form.values.columns[at] === '');
  const nameOf = (at: number) => headings[at] || `column ${at + 1}`;
  return (
    <StaffSection title="Columns">
      <MissingFields />
      <StaffTable
        label="Columns"
        columns={columnTable}
        rows={headings.map((_, at) => ({ id: String(at), heading: nameOf(at) }))}
        renderCell={(name, { id }) => {
          const at = Number(id);
          if (name === 'samples') {
            return <Samples lines={listSamples({ rules, source }, form.values, at)} />;
          }
          if (name !== 'field') return undefined;
          return (
            <ChoiceField
              path={`columns.${at}`}
              label={`Import ${nameOf(at)} as`}
              prompt="Don’t import"
              options={Object.entries(rules.labels).map(([value, label]) => ({ value, label }))}
              onChange={(field) =>
                form.setAt(
                  `choices.${at}`,
                  listColumnValues(rules, source, at, field).map(() => ''),
                )
              }
            />
          );
        }}
      />
      {unused.length === 0 ? null : <p>Not imported: {unused.join(', ')}</p>}
    </StaffSection>
  );
}

function Samples({ lines }: { lines: readonly string[] }) {
  return (
    <div className={classes.samples}>
      {lines.map((line) => (
        <bdi key={line}>{line}</bdi>
      ))}
    </div>
  );
}

/** Shows the fields for which staff must choose a column. */
function MissingFields() {
  const box = useRef<HTMLParagraphElement>(null);
  const focus = useCallback(() => box.current?.focus(), []);
  const { error } = useField('missing', 'Columns', focus);
  return (
    <p ref={box} tabIndex={-1} className={error === undefined ? undefined : classes.error}>
      {error ?? 'Choose what each column of the file is.'}
    </p>
  );
}

interface ChoiceFieldProps {
  path: string;
  label: string;
  prompt?: string;
  options: readonly { value: string; label: string }[];
  /** Shown while nothing was chosen. */
  value?: string | undefined;
  onChange?: (value: string) => void;
}

/** A select in a table, whose label only screen readers need. */
function ChoiceField({ path, label, prompt, options, value = '', onChange }: ChoiceFieldProps) {
  const field = useField(path, label);
  return (
    <Select
      id={field.id}
      name={path}
      label={<VisuallyHidden>{label}</VisuallyHidden>}
      prompt={prompt}
      options={options}
      value={typeof field.value === 'string' && field.value !== '' ? field.value : value}
      error={field.error}
      onChange={(chosen) => {
        field.setValue(chosen);
        onChange?.(chosen);
      }}
      onBlur={field.onBlur}
    />
  );
}

const valueTable = {
  from: { label: 'Value in the file', format: 'text' },
  field: { label: 'Field', format: 'text' },
  to: { label: 'Means', format: 'text' },
} as const;

function ValuesSection({ rules, source, form }: FormSectionProps) {
  const rows = form.values.columns.flatMap((field, at) =>
    listColumnValues(rules, source, at, field).map((from, index) => ({
      id: `choices.${at}.${index}`,
      from,
      field: rules.labels[field] ?? field,
      options: source.options[field] ?? [],
    })),
  );
  if (rows.length === 0) return null;
  return (
    <StaffSection title="Values">
      <StaffTable
        label="Values"
        columns={valueTable}
        rows={rows.map(({ options: _, ...row }) => row)}
        renderCell={(name, { id }) => {
          const row = rows.find((other) => other.id === id);
          if (name === 'from') return <bdi>{row?.from}</bdi>;
          if (name !== 'to' || !row) return undefined;
          const known = findOption(row.options, row.from)?.value;
          return (
            <ChoiceField
              path={row.id}
              label={`${row.field} ${row.from} means`}
              {...(known === undefined && { prompt: 'Choose' })}
              value={known}
              options={[
                ...row.options.map(({ value, label }) => ({ value, label })),
                { value: SKIP_ROWS, label: 'Skip these rows' },
              ]}
            />
          );
        }}
      />
    </StaffSection>
  );
}

function DatesSection({ rules, source, form }: FormSectionProps) {
  const asks = asksForDayOrder(rules, source, form.values);
  const hasTimes = asksForUtc(rules, source, form.values);
  if (!asks && !hasTimes) return null;
  return (
    <StaffSection title="Dates">
      {asks ? (
        <RadioField
          name="dayOrder"
          label="How the file writes dates"
          description="Some of its dates have two readings."
          options={DAY_ORDERS}
        />
      ) : null}
      {hasTimes ? (
        <CheckboxField
          name="isUtc"
          label="UTC"
          description="Then 11 p.m. UTC on May 1 is still May 1 here, but 2 a.m. on May 2 is May 1 too."
        >
          Times in this file are in UTC
        </CheckboxField>
      ) : null}
    </StaffSection>
  );
}

/** One value for all rows that have none. */
function DefaultsSection({ rules, source }: SectionProps) {
  return (
    <StaffSection title="Rows without a value">
      <div className={classes.defaults}>
        {rules.defaults.map((field) => {
          const label = `${rules.labels[field]} for rows without one`;
          return rules.days.includes(field) ? (
            <TextField key={field} name={`defaults.${field}`} label={label} type="date" optional />
          ) : (
            <SelectField
              key={field}
              name={`defaults.${field}`}
              label={label}
              prompt="None"
              options={(source.options[field] ?? []).map(({ value, label: text }) => ({
                value,
                label: text,
              }))}
              optional
            />
          );
        })}
      </div>
    </StaffSection>
  );
}
