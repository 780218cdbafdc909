import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useSession } from '../../app/session/session.ts';
import { call } from '../../client/call.ts';
import type { Filter } from './list-definitions.ts';
import { type Listed, listed } from './list-row.ts';
import { type Direction, type Order, type Totals } from './url-filters.ts';

/** Rows per request: more than a window shows. */
const AT_ONCE = 50;

/** The filtered documents, loaded page by page while scrolling. */
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

/** One page of rows, the next cursor, and the total count. */
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

/** Maximum number of document ids in an address. */
const NAMED_MAX = 100;

/**
 * Totals of these documents, from the service; undefined until loaded, or if there are too many
 * ids.
 */
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

/** Totals of the filtered documents, from the service. `booked` adds accounting figures. */
export function useTotals(filter: Filter, enabled = true, booked = false) {
  return useQuery({
    queryKey: ['get-billings-totals', filter, booked],
    enabled,
    queryFn: ({ signal }): Promise<Totals> =>
      call('get-billings-totals', { query: { ...filter, ...(booked && { booked }) } }, { signal }),
    placeholderData: keepPreviousData,
  });
}
