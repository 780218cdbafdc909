import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { base64Of } from '../app/base64.ts';
import { type Answer, type Asked, call } from '../client/call.ts';
import type { ReceivedSearch } from './received-url.ts';

export type Received = Answer<'list-supplier-invoices'>['docs'][number];
type Filter = NonNullable<Asked<'list-supplier-invoices'>['query']>;

const AT_ONCE = 50;

/** The API filter of an address. By default what is still to do. */
function filterOf({ vue, q, du, au }: ReceivedSearch): Filter {
  return {
    ...(vue === undefined && { state: 'to_do' as const }),
    ...(vue === 'traitees' && { state: 'handled' as const }),
    ...(vue === 'illisibles' && { readable: false }),
    ...(q && { search: q }),
    ...(du && { from: du }),
    ...(au && { to: au }),
  };
}

/** Received invoices, page by page. */
export function useReceived(search: ReceivedSearch) {
  const filter = filterOf(search);
  const found = useInfiniteQuery({
    queryKey: ['list-supplier-invoices', filter],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: cursor, signal }) =>
      call('list-supplier-invoices', { query: { ...filter, limit: AT_ONCE, ...(cursor && { cursor }) } }, { signal }),
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  });
  return { ...found, rows: found.data?.pages.flatMap(({ docs }) => docs) ?? [] };
}

/** Reloads lists and pages after a change. */
export function useReceivedMoves(): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    const names = ['list-supplier-invoices', 'get-supplier-invoice'];
    await Promise.all(names.map((name) => queries.invalidateQueries({ queryKey: [name] })));
  };
}

/** Uploads files one after the other. Returns the answers. */
export async function uploadAll(files: readonly File[]): Promise<Answer<'upload-supplier-invoice'>[]> {
  const answers: Answer<'upload-supplier-invoice'>[] = [];
  for (const file of files)
    answers.push(await call('upload-supplier-invoice', { body: { name: file.name, content: await base64Of(file) } }));
  return answers;
}
