import {
  createContext,
  type ReactNode,
  type RefObject,
  useContext,
  useId,
  useLayoutEffect,
  useRef,
} from 'react';
import type { FieldErrors } from './validation.ts';
import { getValueAt } from './value-paths.ts';

export interface RegisteredField {
  label: string;
  focus(): void;
}

interface FormContext {
  formId: string;
  values: object;
  errors: FieldErrors;
  setAt(path: string, value: unknown): void;
  onBlur(path: string): void;
  fields: RefObject<Map<string, RegisteredField>>;
  /** How many attempts to submit the form were refused so far. */
  attempt?: number;
}

const FieldContext = createContext<FormContext | null>(null);

interface FieldProviderProps extends Omit<FormContext, 'formId'> {
  children: ReactNode;
}

export function FieldProvider({ children, ...context }: FieldProviderProps) {
  const formId = useId();
  return <FieldContext value={{ ...context, formId }}>{children}</FieldContext>;
}

const ScopeContext = createContext('');

/** Prefixes the labels in the error summary, as in 'Employee 7, Phone'. */
export function FieldScope({ name, children }: { name: string; children: ReactNode }) {
  return <ScopeContext value={name}>{children}</ScopeContext>;
}

function useFormContext(path: string): FormContext {
  const context = useContext(FieldContext);
  if (context === null) throw new Error(`The field '${path}' stands outside a form`);
  return context;
}

/** A list that renders only some of its fields uses this to mark the hidden ones that have errors. */
export function useCurrentErrors(): { errors: FieldErrors; attempt: number } {
  const { errors, attempt = 0 } = useFormContext('');
  return { errors, attempt };
}

/** Returns the value of another field of the form, for fields that depend on it. */
export function useFieldValue(path: string): unknown {
  return getValueAt(useFormContext(path).values, path);
}

/** Fields add themselves to this registry, so that the error summary can link to them. */
export function useFieldRegistry() {
  return useRef(new Map<string, RegisteredField>());
}

/**
 * Connects an input to its form. Pass `focus` for controls that aren't plain inputs, such as Stripe's
 * iframes. By default, the element with the returned id is focused.
 */
export function useField(path: string, label: string, focus?: () => void) {
  const { formId, fields, values, errors, setAt, onBlur } = useFormContext(path);
  const scope = useContext(ScopeContext);
  const id = `${formId}${path.replaceAll('.', '-')}`;

  useLayoutEffect(() => {
    const registered = fields.current;
    const summaryLabel = scope === '' ? label : `${scope}, ${label}`;
    registered.set(path, {
      label: summaryLabel,
      focus: focus ?? (() => document.getElementById(id)?.focus()),
    });
    return () => {
      registered.delete(path);
    };
  }, [fields, path, label, scope, id, focus]);

  return {
    id,
    value: getValueAt(values, path),
    error: errors[path],
    setValue: (value: unknown) => setAt(path, value),
    onBlur: () => onBlur(path),
  };
}
