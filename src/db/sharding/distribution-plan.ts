/** A table as in the catalog. */
export type Table = {
  readonly name: string;
  /** The first column of its primary key. */
  readonly ledBy: string;
  /** Tables referenced by its foreign keys. */
  readonly references: readonly string[];
};

/**
 * How a table is distributed: its rows are stored with their account, or it stays whole on the
 * entry node, where every node can read it.
 */
export type Step = { readonly table: string; readonly goes: 'with_account' | 'whole' };

/** The table that all account tables reference: it is distributed first, the others beside it. */
export const ROOT = 'account';

/**
 * The steps to distribute `tables`, each after those it references. Throws if an account's table
 * references one without accounts: such a key cannot be enforced across machines.
 */
export function distributionPlan(tables: readonly Table[]): Step[] {
  const byName = new Map(tables.map((table) => [table.name, table]));
  const steps: Step[] = [];
  const placed = new Set<string>();
  const place = (table: Table, under: readonly string[]): void => {
    if (placed.has(table.name)) return;
    if (under.includes(table.name))
      throw new Error(`tables reference each other: ${[...under, table.name].join(' → ')}`);
    for (const name of table.references) {
      const other = byName.get(name);
      if (!other || name === table.name) continue;
      if (goesOf(other) !== goesOf(table))
        throw new Error(`${table.name} references ${name}, which is distributed differently`);
      place(other, [...under, table.name]);
    }
    placed.add(table.name);
    steps.push({ table: table.name, goes: goesOf(table) });
  };
  const root = byName.get(ROOT);
  for (const table of root ? [root, ...tables] : tables) place(table, []);
  return steps;
}

const goesOf = ({ ledBy }: Table): Step['goes'] => (ledBy === 'account_id' ? 'with_account' : 'whole');
