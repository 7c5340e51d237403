const WRAPPED_ITEM = /<li>\s*<p>((?:(?!<\/?(?:p|li|ul|ol)\b)[\s\S])*)<\/p>\s*<\/li>/g;
const EMPTY_PARAGRAPH = /<p>(?:\s|<br \/>)*<\/p>/g;

/**
 * Puts each block of sanitized HTML on a line of its own, as in the seeded texts, so that equal texts have
 * equal HTML.
 */
export function formatPublishedHtml(html: string): string {
  return html
    .replace(/\s+/g, ' ')
    .replace(EMPTY_PARAGRAPH, '')
    .replace(WRAPPED_ITEM, '<li>$1</li>')
    .replace(/\s*(<(?:h2|h3|p|ul|ol|li)\b[^>]*>|<\/(?:ul|ol)>)\s*/g, '\n$1')
    .replace(/\s*(<\/(?:h2|h3|p|ul|ol|li)>)\s*/g, '$1\n')
    .replace(/(<(?:ul|ol)>)/g, '$1\n')
    .replace(/\n{2,}/g, '\n')
    .replace(/\n(<h[23]\b)/g, '\n\n$1')
    .trim();
}
