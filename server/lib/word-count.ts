/** How many words a text has: what stands between spaces, as people and word processors count. */
export function countWords(text: string): number {
  return text.match(/\S+/gu)?.length ?? 0;
}
