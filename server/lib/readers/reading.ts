/** What a reader found: the clean form of the text, or the sentence that says what is wrong with it. */
export type Reading<Value = string> = { value: Value } | { error: string };

export function valueOrNull<Value>(reading: Reading<Value>): Value | null {
  return 'value' in reading ? reading.value : null;
}
