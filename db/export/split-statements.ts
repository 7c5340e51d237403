/**
 * Matches a semicolon, or other text as a whole if a semicolon inside it doesn't end the statement: a string,
 * a quoted name, a dollar-quoted body, or a comment.
 */
const TOKEN = /'(?:[^']|'')*'|"[^"]*"|\$(\w*)\$[\s\S]*?\$\1\$|--[^\n]*|;|[^'"$;-]+|./gsy;

/** Splits pg_dump's output into statements, without comments. */
export function* splitStatements(dump: string): Generator<string> {
  let statement = '';
  for (const [token] of dump.matchAll(TOKEN)) {
    if (token === ';') {
      yield statement.trim();
      statement = '';
    } else if (!token.startsWith('--')) {
      statement += token;
    }
  }
  if (statement.trim() !== '') yield statement.trim();
}
