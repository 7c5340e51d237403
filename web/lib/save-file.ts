export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  startDownload(url, name);
  // Some browsers read the URL only after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Downloads a URL. If `name` is omitted, the server names the file. */
export function startDownload(url: string, name = ''): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
}
