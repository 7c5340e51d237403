const KEY = 'webinar-code';

/** The last webinar code that this browser entered; empty if there is none. */
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
    // Without storage, the code is asked for again.
  }
}
