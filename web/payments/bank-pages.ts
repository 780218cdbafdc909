import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { type Answer, call } from '../client/call.ts';

export type OpenTransaction = Answer<'list-bank-suggestions'>['docs'][number];
export type Suggestion = NonNullable<OpenTransaction['suggestion']>;

/** What came in and is not explained, page by page: with a suggestion, or without. */
export function useOpenTransactions(show: 'suggested' | 'left') {
  const found = useInfiniteQuery({
    queryKey: ['list-bank-suggestions', show],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor, signal }) =>
      call('list-bank-suggestions', { query: { show, limit: 50, ...(cursor && { cursor }) } }, { signal }),
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  });
  return { ...found, rows: found.data?.pages.flatMap(({ docs }) => docs) ?? [] };
}

/** Lists that say otherwise once a transaction is applied. */
const MOVED = [
  ...['list-bank-suggestions', 'list-bank-matches', 'list-bank-statements', 'get-payments-of-account'],
  ...['get-payments-totals', 'get-billings', 'get-billing-rows', 'get-billings-totals'],
];

/** Has them asked for anew. */
export function useMoved(): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    await Promise.all(MOVED.map((name) => queries.invalidateQueries({ queryKey: [name] })));
  };
}
