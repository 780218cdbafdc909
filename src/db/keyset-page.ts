import { type Row, type Statement, sql, type Tx, unprepared } from './transaction.ts';

/** Where a page ended, and its order. */
export type ListCursor<By extends string = string> = {
  by: By;
  direction: 'ASC' | 'DESC';
  after: string | number;
  id: string;
};

/** A page of a list: where it starts, its order and length. */
export type PageRequest<By extends string> = {
  by: By;
  direction: 'ASC' | 'DESC';
  limit: number;
  /** Page from 1; ignored if `place` says where to continue. */
  page: number;
  place?: ListCursor<By> | undefined;
};

/** Collects the conditions of a list and their values; the account is always the first value. */
export function narrowing(tx: Tx) {
  const values: unknown[] = [tx.accountId];
  const conditions: string[] = [];
  const given = (value: unknown): string => `$${values.push(value)}`;
  return { values, conditions, given, where: (condition: string): void => void conditions.push(condition) };
}
export type Narrowing = ReturnType<typeof narrowing>;

/**
 * Reads one page of a list and counts its rows, in one round trip. All rows are sorted, so use it
 * for thousands of rows, not millions. `key` is the sort expression; ties are ordered by ID.
 */
export async function readKeysetPage<By extends string>(
  tx: Tx,
  pageRequest: PageRequest<By>,
  list: { columns: string; from: string; alias: string; key: string; narrowed: Narrowing },
): Promise<{ rows: Row[]; total: number; next?: ListCursor<By> }> {
  const { by, direction, limit, page, place } = pageRequest;
  const { columns, from, alias, key, narrowed } = list;
  const where = narrowed.conditions.join(' and ');
  const values = [...narrowed.values];
  const given = (value: unknown): string => `$${values.push(value)}`;
  const onward = place
    ? `and (${key}, ${alias}.id) ${direction === 'ASC' ? '>' : '<'} (${given(place.after)}, ${given(place.id)})`
    : '';
  const bounds = `limit ${given(limit + 1)} offset ${given(place ? 0 : (page - 1) * limit)}`;
  const statement = sql`
    select ${columns}, ${key} as place from ${from} where ${where} ${onward}
    order by place ${direction}, ${alias}.id ${direction} ${bounds}`;
  const counting: Statement = sql`select count(*) as total from ${from} where ${where}`;
  const [rows, [all]] = await Promise.all([
    tx.read(unprepared(statement), values),
    tx.read<{ total: number }>(unprepared(counting), narrowed.values),
  ]);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    rows: shown,
    total: all?.total ?? 0,
    ...(last && rows.length > limit && { next: { by, direction, after: last.place, id: last.id } }),
  };
}
