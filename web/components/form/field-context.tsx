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
import { valueAt } from './value-paths.ts';

export interface RegisteredField {
  label: string;
  focus(): void;
}

interface FieldAccess {
  formId: string;
  values: object;
  errors: FieldErrors;
  setAt(path: string, value: unknown): void;
  onBlur(path: string): void;
  fields: RefObject<Map<string, RegisteredField>>;
}

const FieldContext = createContext<FieldAccess | null>(null);

interface FieldProviderProps extends Omit<FieldAccess, 'formId'> {
  children: ReactNode;
}

export function FieldProvider({ children, ...access }: FieldProviderProps) {
  const formId = useId();
  return <FieldContext value={{ ...access, formId }}>{children}</FieldContext>;
}

/** The fields that are on the page now, for the summary's links. */
export function useFieldRegistry() {
  return useRef(new Map<string, RegisteredField>());
}

/**
 * Binds one input to the form around it. `focus` is for what is no plain input (a card number in the payment
 * provider's frame); otherwise the element with the returned id takes the focus.
 */
export function useField(path: string, label: string, focus?: () => void) {
  const access = useContext(FieldContext);
  if (access === null) throw new Error(`The field '${path}' stands outside a form`);
  const { formId, fields, values, errors, setAt, onBlur } = access;
  const id = `${formId}${path.replaceAll('.', '-')}`;

  useLayoutEffect(() => {
    const registered = fields.current;
    registered.set(path, { label, focus: focus ?? (() => document.getElementById(id)?.focus()) });
    return () => {
      registered.delete(path);
    };
  }, [fields, path, label, id, focus]);

  return {
    id,
    value: valueAt(values, path),
    error: errors[path],
    setValue: (value: unknown) => setAt(path, value),
    onBlur: () => onBlur(path),
  };
}
