/**
 * A statement of a migration as nodes take it: the engine refuses a constraint together with anything else. What is altered together is
 * altered one by one, and a column that comes with a check is added first and checked then, by the name PostgreSQL gives such a check.
 */
export function splitForNodes(statement: string): string[] {
  const said = /^\s*alter table (\w+)\s+(.*)$/s.exec(statement);
  if (!said) return [statement];
  const [, table = '', all = ''] = said;
  const changes = changesIn(all).flatMap((change) => checkedAfterwards(table, change));
  return changes.length === 1 ? [statement] : changes.map((change) => `alter table ${table} ${change}`);
}

/** Parted where a comma stands in no parenthesis and no string. */
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
  const said = /^(add column (\w+) [^()]+?) (check \(.*\))$/s.exec(change);
  return said ? [`${said[1]}`, `add constraint ${table}_${said[2]}_check ${said[3]}`] : [change];
}
