/**
 * The statements of an SQL text without their semicolons, so that Citus forwards each statement to
 * the other nodes. Handles strings, quoted names, comments and dollar quotes.
 */
export function splitStatements(sql: string): string[] {
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

// A comment, string, quoted name, dollar-quoted body, statement end, or anything else.
const PIECE = /--[^\n]*|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\w*)\$[\s\S]*?\$\1\$|;|[^;'"$-]+|[\s\S]/g;
