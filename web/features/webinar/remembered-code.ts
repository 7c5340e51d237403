const KEY = 'webinar-code';

/** Returns the last valid webinar code used in this browser, or '' if there is none. */
export function readWebinarCode(): string {
  try {
    return localStorage.getItem(KEY) ?? '';
  } catch {
    return '';
  }
}

export function rememberWebinarCode(code: string): void {
  try {
    localStorage.setItem(KEY, code);
  } catch {
    // If storage is disabled, the visitor has to enter the code again.
  }
}
