import type { Filter } from './list-definitions.ts';
import type { Listed } from './list-row.ts';

/** The rows of one month, in their original order. */
export type Month = { readonly first: string; readonly last: string; readonly rows: Listed[] };

/** The date a row is grouped by. */
const dayBy = (row: Listed, by: 'emittedAt' | 'dueAt'): string =>
  by === 'dueAt' ? (row.dueOn ?? row.validUntilOn ?? row.emittedOn) : row.emittedOn;

/** Groups rows sorted by date by month. */
export function monthsOf(rows: readonly Listed[], by: 'emittedAt' | 'dueAt'): Month[] {
  const months: Month[] = [];
  for (const row of rows) {
    const first = `${dayBy(row, by).slice(0, 7)}-01`;
    const here = months.at(-1);
    if (here?.first === first) here.rows.push(row);
    else months.push({ first, last: lastDayOf(first), rows: [row] });
  }
  return months;
}

/**
 * Filter for the documents of a month. Undefined if the rows are filtered by another date: the API
 * accepts only one range.
 */
export function filterOfMonth(
  filter: Filter,
  { first, last }: Pick<Month, 'first' | 'last'>,
  by: 'emittedAt' | 'dueAt',
): Filter | undefined {
  if (!filter.range) return { ...filter, range: [first, last], rangeType: by };
  if ((filter.rangeType ?? 'emittedAt') !== by) return undefined;
  const [from, to] = filter.range.map(String);
  return {
    ...filter,
    range: [from !== undefined && from > first ? from : first, to !== undefined && to < last ? to : last],
    rangeType: by,
  };
}

/** The last date of a month. */
export function lastDayOf(day: string): string {
  const [year = 0, month = 1] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
}
