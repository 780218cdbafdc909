/**
 * The statements of a SQL text, one by one, without the semicolons between them: what is passed on to other nodes is passed on as
 * it was sent. Knows strings, quoted names, comments and dollar quotes.
 */
export function statementsOf(sql: string): string[] {
  const statements: string[] = [];
  let statement = '';
  for (const [piece] of sql.matchAll(PIECE)) {
    if (piece === ';') {
      statements.push(statement);
      statement = '';
    } else if (!piece.startsWith('--')) statement += piece;
  }
  return [...statements, statement].map((text) => text.trim()).filter((text) => text !== '');
}

// A comment, a string, a quoted name, a body between dollars, the end of a statement, or whatever else stands there.
const PIECE = /--[^\n]*|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\w*)\$[\s\S]*?\$\1\$|;|[^;'"$-]+|[\s\S]/g;
