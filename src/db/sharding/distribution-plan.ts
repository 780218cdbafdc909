/** A table of ours as the catalog knows it. */
export type Table = {
  readonly name: string;
  /** The first column of its primary key. */
  readonly ledBy: string;
  /** Tables its foreign keys name. */
  readonly references: readonly string[];
};

/**
 * What becomes of a table where tables are spread over machines: its rows go with their account, or it stays whole on the entry
 * node, where every other can read it.
 */
export type Step = { readonly table: string; readonly goes: 'with_account' | 'whole' };

/** What all accounts hang on: it goes first, and the others go where it goes. */
export const ROOT = 'account';

/**
 * What is to be done with `tables`, each after those it references. Throws where a table of an account hangs on one that is of
 * none: such a key could not be held on two machines.
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
        throw new Error(`${table.name} references ${name}, which is not spread alike`);
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
