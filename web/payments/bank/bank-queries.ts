import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { type Answer, call } from '../../client/call.ts';
import type { BankSearch } from './bank-url.ts';

export type OpenTransaction = Answer<'list-bank-suggestions'>['docs'][number];
export type Suggestion = NonNullable<OpenTransaction['suggestion']>;

/** The bank account of the address as an API filter; undefined for all accounts. */
export function useBankAccount(): { readonly bankAccountId?: string } {
  const { compte } = useSearch({ strict: false }) as BankSearch;
  return compte === undefined ? {} : { bankAccountId: compte };
}

/** Unmatched incoming transactions, page by page: with or without a suggestion. */
export function useOpenTransactions(show: 'suggested' | 'left') {
  const account = useBankAccount();
  const found = useInfiniteQuery({
    queryKey: ['list-bank-suggestions', show, account],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor, signal }) =>
      call('list-bank-suggestions', { query: { show, limit: 50, ...account, ...(cursor && { cursor }) } }, { signal }),
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  });
  return { ...found, rows: found.data?.pages.flatMap(({ docs }) => docs) ?? [] };
}

/** Queries affected when a transaction is matched. */
const MOVED = [
  ...['list-bank-suggestions', 'list-bank-matches', 'list-bank-statements', 'list-bank-accounts'],
  ...['get-payments-of-account', 'get-payments-totals', 'get-billings', 'get-billing-rows', 'get-billings-totals'],
];

/** Invalidates them. */
export function useTransactionMoves(): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    await Promise.all(MOVED.map((name) => queries.invalidateQueries({ queryKey: [name] })));
  };
}
