/**
 * A statement of a migration as nodes take it. A column that comes with a check is added first and checked then, by the name PostgreSQL
 * gives such a check: the engine refuses both at once.
 */
export function asNodesTake(statement: string): string[] {
  const said = /^\s*alter table (\w+) add column (\w+) (\w+) check (\(.*\))\s*$/s.exec(statement);
  if (!said) return [statement];
  const [, table, column, type, check] = said;
  return [
    `alter table ${table} add column ${column} ${type}`,
    `alter table ${table} add constraint ${table}_${column}_check check ${check}`,
  ];
}
