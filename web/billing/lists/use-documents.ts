import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useSession } from '../../app/session/session.ts';
import { call } from '../../client/call.ts';
import type { Filter } from './list-definitions.ts';
import { type Listed, listed } from './list-row.ts';
import { type Direction, type Order, type Totals } from './url-filters.ts';

/** Rows asked for at once: more than a window shows. */
const AT_ONCE = 50;

/** The documents of a filter, page after page as one goes down. */
export function useDocuments(filter: Filter, order: { by: NonNullable<Order>; direction: Direction }, enabled = true) {
  return useInfiniteQuery({
    queryKey: ['get-billings', 'register', filter, order],
    enabled,
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) => pageOf(filter, order, pageParam, signal),
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });
}

/** One page of rows, where it goes on, and how many there are. */
export async function pageOf(
  filter: Filter,
  { by, direction }: { by: NonNullable<Order>; direction: Direction },
  cursor: string | undefined,
  signal?: AbortSignal,
  limit = AT_ONCE,
): Promise<{ rows: Listed[]; next: string | undefined; total: number }> {
  const { docs, nextCursor, totalDocs } = await call(
    'get-billing-rows',
    { query: { ...filter, limit, orderBy: by, orderDirection: direction, cursor } },
    { signal },
  );
  return { rows: docs.map(listed), next: nextCursor, total: totalDocs };
}

/** Documents that can be named in one address. */
const NAMED_MAX = 100;

/** What these documents come to, as the service adds them up; undefined until it did, and of more than can be named. */
export function useTotalsOf(ids: readonly string[]): Totals | undefined {
  const { mode } = useSession();
  const { data } = useQuery({
    queryKey: ['get-billings-totals', ids],
    enabled: ids.length > 0 && ids.length <= NAMED_MAX,
    queryFn: ({ signal }): Promise<Totals> =>
      call('get-billings-totals', { query: { ids, test: mode === 'test' } }, { signal }),
  });
  return data;
}

/** What the documents of a filter come to; the service adds up. `booked`: what of it stands in the books, too. */
export function useTotals(filter: Filter, enabled = true, booked = false) {
  return useQuery({
    queryKey: ['get-billings-totals', filter, booked],
    enabled,
    queryFn: ({ signal }): Promise<Totals> =>
      call('get-billings-totals', { query: { ...filter, ...(booked && { booked }) } }, { signal }),
    placeholderData: keepPreviousData,
  });
}
