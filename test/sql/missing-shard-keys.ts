import { parseSync } from 'libpg-query';

/**
 * The column of each table that decides where its rows are stored: the account's ID, or the
 * person's.
 */
export type Keys = ReadonlyMap<string, string>;

// The syntax tree from the parser: each node has a single member, named for its kind.
type Node = Readonly<Record<string, any>>;

/**
 * The tables that the migrations create, each with its key; tables of the whole installation have
 * none.
 */
export function keysOf(migrations: readonly string[]): Keys {
  const keys = new Map<string, string>();
  for (const migration of migrations)
    for (const { stmt } of parseSync(migration).stmts ?? []) {
      const made = (stmt as Node).CreateStmt;
      const columns = (made?.tableElts ?? []).map((element: Node) => element.ColumnDef?.colname);
      const key = ['account_id', 'person_id'].find((name) => columns.includes(name));
      if (key) keys.set(made.relation.relname, key);
    }
  return keys;
}

/**
 * The parts of a statement that fail when an account's rows are on their own machine: a relation
 * without its own condition on the account, or rows inserted from a query without a table of the
 * account.
 */
export function missingShardKeys(text: string, keys: Keys): readonly string[] {
  return (parseSync(text).stmts ?? []).flatMap(({ stmt }) => inNode(stmt as Node, keys));
}

function inNode(node: unknown, keys: Keys): string[] {
  if (Array.isArray(node)) return node.flatMap((each) => inNode(each, keys));
  if (typeof node !== 'object' || node === null) return [];
  const { SelectStmt, InsertStmt, UpdateStmt, DeleteStmt } = node as Node;
  const block: Node | undefined = SelectStmt ?? UpdateStmt ?? DeleteStmt;
  return [
    ...(block ? unnamedRelations(block, keys) : []),
    ...(InsertStmt ? withoutParent(InsertStmt, keys) : []),
    ...Object.entries(node).flatMap(([name, each]) =>
      // The branches of a set operation have no node of their own kind.
      inNode(name === 'larg' || name === 'rarg' ? branch(each as Node) : each, keys),
    ),
  ];
}

const branch = (node: Node): Node => ('op' in node && 'limitOption' in node ? { SelectStmt: node } : node);

function unnamedRelations(block: Node, keys: Keys): string[] {
  const { relations, conditions } = joined([
    ...(block.relation ? [{ RangeVar: block.relation }] : []),
    ...(block.fromClause ?? []),
    ...(block.usingClause ?? []),
  ]);
  const held = [...conditions, block.whereClause].flatMap(conjuncts).flatMap(heldToValue);
  return relations.flatMap(({ relname, alias, schemaname }) => {
    const key = keys.get(relname);
    const called = alias?.aliasname ?? relname;
    if (!key || schemaname !== 'billing') return [];
    const names = [`${called}.${key}`, ...(relations.length === 1 ? [key] : [])];
    return names.some((name) => held.includes(name)) ? [] : [`${relname} (${called}) does not name ${key} by a value`];
  });
}

/** The relations of a FROM, and the conditions of its joins. */
function joined(from: readonly Node[]): { relations: Node[]; conditions: Node[] } {
  const relations: Node[] = [];
  const conditions: Node[] = [];
  for (const { RangeVar, JoinExpr } of from) {
    if (RangeVar) relations.push(RangeVar);
    if (!JoinExpr) continue;
    const within = joined([JoinExpr.larg, JoinExpr.rarg]);
    relations.push(...within.relations);
    conditions.push(...within.conditions, ...(JoinExpr.quals ? [JoinExpr.quals] : []));
  }
  return { relations, conditions };
}

function conjuncts(condition: Node | undefined): Node[] {
  const { boolop, args } = condition?.BoolExpr ?? {};
  if (boolop === 'AND_EXPR') return args.flatMap(conjuncts);
  return condition ? [condition] : [];
}

/** The columns that a condition compares with one value, as written. */
function heldToValue({ A_Expr: compared }: Node): string[] {
  if (compared?.kind !== 'AEXPR_OP' || compared.name[0].String.sval !== '=') return [];
  const [left, right] = [withoutCast(compared.lexpr), withoutCast(compared.rexpr)];
  if (left.ColumnRef && right.ParamRef) return [written(left.ColumnRef)];
  return right.ColumnRef && left.ParamRef ? [written(right.ColumnRef)] : [];
}

const withoutCast = (node: Node): Node => (node.TypeCast ? withoutCast(node.TypeCast.arg) : node);
const written = ({ fields }: Node): string => fields.map(({ String: part }: Node) => part?.sval).join('.');

/**
 * Rows inserted by a query must take the account from a table of the query that is on the same
 * machine.
 */
function withoutParent({ relation, cols, selectStmt }: Node, keys: Keys): string[] {
  const key = keys.get(relation.relname);
  const query = selectStmt?.SelectStmt;
  if (!key || !query || query.valuesLists) return [];
  const place = (cols ?? []).findIndex(({ ResTarget }: Node) => ResTarget.name === key);
  const given = withoutCast(query.targetList?.[place < 0 ? 0 : place]?.ResTarget.val ?? {});
  const column = given.ColumnRef ? written(given.ColumnRef) : '';
  const parents = joined(query.fromClause ?? []).relations.filter(
    ({ relname, schemaname }) => schemaname === 'billing' && keys.has(relname),
  );
  const isOfParent = parents.some(
    ({ relname, alias }) =>
      column === `${alias?.aliasname ?? relname}.${key}` || (column === key && parents.length === 1),
  );
  return isOfParent ? [] : [`${relation.relname} is inserted into by a query whose ${key} is of no relation`];
}
