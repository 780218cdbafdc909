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

/**
 * Splits a migration statement for the nodes, because Citus refuses a constraint combined with
 * anything else. Alterations are made one by one; a column with a check is added first and the
 * check second, with the name PostgreSQL would give it.
 */
export function splitForNodes(statement: string): string[] {
  const match = /^\s*alter table (\w+)\s+(.*)$/s.exec(statement);
  if (!match) return [statement];
  const [, table = '', all = ''] = match;
  const changes = changesIn(all).flatMap((change) => checkedAfterwards(table, change));
  return changes.length === 1 ? [statement] : changes.map((change) => `alter table ${table} ${change}`);
}

/** Splits at commas outside parentheses and strings. */
function changesIn(all: string): string[] {
  const changes = [''];
  let depth = 0;
  for (const [piece] of all.matchAll(/'(?:[^']|'')*'|[^'(),]+|[\s\S]/g)) {
    if (piece === '(') depth += 1;
    if (piece === ')') depth -= 1;
    if (piece === ',' && depth === 0) changes.push('');
    else changes.push(`${changes.pop()}${piece}`);
  }
  return changes.map((change) => change.trim());
}

function checkedAfterwards(table: string, change: string): string[] {
  const match = /^(add column (\w+) [^()]+?) (check \(.*\))$/s.exec(change);
  return match ? [`${match[1]}`, `add constraint ${table}_${match[2]}_check ${match[3]}`] : [change];
}
