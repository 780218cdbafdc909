import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { type Answer, type Asked, call } from '../../client/call.ts';
import { useTranslations } from '../../locales/language.ts';
import { nextPage } from '../next-page.ts';

type Pages = { readonly isFetchingNextPage: boolean; readonly fetchNextPage: () => Promise<unknown> };

export type OnlinePayment = Answer<'list-online-payments'>['onlinePayments'][number];

/** Online payments, page by page, and their totals. */
export function useOnlinePayments(query: NonNullable<Asked<'list-online-payments'>['query']>) {
  const found = useInfiniteQuery({
    queryKey: ['list-online-payments', query],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      call('list-online-payments', { query: { ...query, page: pageParam } }, { signal }),
    getNextPageParam: (_, pages) => nextPage(pages, ({ onlinePayments }) => onlinePayments.length),
    placeholderData: keepPreviousData,
  });
  return { ...found, rows: found.data?.pages.flatMap(({ onlinePayments }) => onlinePayments) ?? [] };
}

/** Payouts of a period, page by page. */
export function usePayouts(query: NonNullable<Asked<'list-payouts'>['query']>) {
  const found = useInfiniteQuery({
    queryKey: ['list-payouts', query],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) => call('list-payouts', { query: { ...query, page: pageParam } }, { signal }),
    getNextPageParam: (_, pages: Answer<'list-payouts'>[]) => nextPage(pages, ({ payouts }) => payouts.length),
    placeholderData: keepPreviousData,
  });
  return { ...found, rows: found.data?.pages.flatMap(({ payouts }) => payouts) ?? [] };
}

/** Button for more rows, outside of data tables. */
export function More({ pages }: { pages: Pages & { readonly hasNextPage: boolean } }) {
  const { more } = useTranslations('app').list;
  if (!pages.hasNextPage) return null;
  return (
    <p className="more-rows">
      <button
        type="button"
        className="btn"
        aria-disabled={pages.isFetchingNextPage}
        onClick={() => void pages.fetchNextPage()}
      >
        {more}
      </button>
    </p>
  );
}
