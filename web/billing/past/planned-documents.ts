import { useInfiniteQuery } from '@tanstack/react-query';
import { type Answer, call } from '../../client/call.ts';

export type Planned = Answer<'list-import-documents'>['docs'][number];

/** Documents of a plan shown at once. */
const AT_ONCE = 20;

/** Documents of a plan: those to check, or what is left out. */
export const usePlanned = (importId: string, view: 'doubtful' | 'left_out', enabled = true) =>
  useInfiniteQuery({
    queryKey: ['list-import-documents', importId, view],
    initialPageParam: undefined as string | undefined,
    enabled,
    queryFn: ({ pageParam, signal }) =>
      call('list-import-documents', { importId, query: { view, limit: AT_ONCE, cursor: pageParam } }, { signal }),
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
