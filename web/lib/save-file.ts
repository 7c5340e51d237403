/** Hands a file to the browser, as a download's link does. */
export function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // Some browsers begin to read it after the click has returned.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
