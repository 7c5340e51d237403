/** 'www.example.com' as an address that leads somewhere: people leave out what a browser adds by itself. */
export function asWebAddress(typed: string): string {
  const text = typed.trim();
  return text === '' || /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`;
}
