/** Strings, quoted names, dollar-quoted bodies, and comments, in which a semicolon ends no statement. */
const TOKEN = /'(?:[^']|'')*'|"[^"]*"|\$(\w*)\$[\s\S]*?\$\1\$|--[^\n]*|;|[^'"$;-]+|./gsy;

/** Splits what pg_dump wrote into its statements, without comments. */
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
